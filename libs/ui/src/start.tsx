import './trusted-types.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { QueryClient } from '@tanstack/react-query';
import { loadAriaTexts } from './aria-texts.js';
import { isTemporary, reloadWhenAnswered } from './connection/recovery.js';
import { ProblemNotice } from './feedback/problem-notice.js';
import { documentLanguage, LanguageProvider, loadTexts } from './language.js';
import { watchStyles } from './page/page-file.js';
import { SessionProvider } from './session/session-context.js';
import { fetchSession, signInAddress, type Session } from './session/session.js';
import type { TextLoaders } from './texts/texts.js';

interface Application {
  readonly queries: QueryClient;
  readonly texts: TextLoaders;
  /** Called when the session is known, before anything is rendered. */
  readonly onSession?: (session: Session) => void;
}

/**
 * Renders an application for the signed-in person as soon as the session and the texts of the document's language are
 * loaded. Without a session it leaves for the sign-in, which returns to this page.
 */
export async function startPages(pages: ReactNode, { onSession, ...application }: Application): Promise<void> {
  const content = async (): Promise<ReactNode> => {
    const session = await fetchSession().catch((error: unknown) => ({ error }));
    if (session === null) {
      location.replace(signInAddress());
      return null;
    }
    if ('error' in session) return noSession(session.error);
    onSession?.(session);
    return <SessionProvider session={session}>{pages}</SessionProvider>;
  };
  await renderPages(content(), application);
}

/** Renders in the language of the document what is there when its texts are loaded. */
export async function renderPages(
  content: Promise<ReactNode>,
  { queries, texts }: Pick<Application, 'queries' | 'texts'>,
): Promise<void> {
  const element = document.getElementById('pages');
  if (element === null) throw new Error('index.html has no element with the id "pages"');
  watchStyles();
  const [loaded, shown] = await Promise.all([loadTexts(texts), content, loadAriaTexts(documentLanguage())]);
  createRoot(element).render(
    <StrictMode>
      <LanguageProvider texts={loaded}>
        <QueryClientProvider client={queries}>{shown}</QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  );
}

function noSession(error: unknown): ReactNode {
  if (error instanceof TypeError || isTemporary(error)) reloadWhenAnswered();
  return (
    <main>
      <ProblemNotice fills error={error} onRetry={() => location.reload()} />
    </main>
  );
}
