import './trusted-types.js';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { QueryClient } from '@tanstack/react-query';
import { loadAriaTexts } from './aria-texts.js';
import { isTemporary, reloadWhenAnswered } from './connection/recovery.js';
import { ProblemNotice } from './feedback/problem-notice.js';
import { documentLanguage, LanguageProvider, loadTexts } from './language.js';
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
export async function startPages(pages: ReactNode, { queries, texts, onSession }: Application): Promise<void> {
  const element = document.getElementById('pages');
  if (element === null) throw new Error('index.html has no element with the id "pages"');
  const [loaded, session] = await Promise.all([
    loadTexts(texts),
    fetchSession().catch((error: unknown) => ({ error })),
    loadAriaTexts(documentLanguage()),
  ]);
  if (session === null) return location.replace(signInAddress());
  const failure = 'error' in session ? session.error : null;
  if (failure instanceof TypeError || isTemporary(failure)) reloadWhenAnswered();
  if (!('error' in session)) onSession?.(session);
  createRoot(element).render(
    <StrictMode>
      <LanguageProvider texts={loaded}>
        <QueryClientProvider client={queries}>
          {'error' in session ? (
            <main>
              <ProblemNotice fills error={failure} onRetry={() => location.reload()} />
            </main>
          ) : (
            <SessionProvider session={session}>{pages}</SessionProvider>
          )}
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  );
}
