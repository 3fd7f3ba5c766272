import './trusted-types.js';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { documentLanguage, LanguageProvider, loadTexts } from './language.js';
import { loadAriaTexts } from './aria-texts.js';
import type { TextLoaders } from './texts/texts.js';

/** Renders an application as soon as the texts of the document's language are loaded. */
export async function startPages(pages: ReactNode, loaders: TextLoaders): Promise<void> {
  const element = document.getElementById('pages');
  if (element === null) throw new Error('index.html has no element with the id "pages"');
  const [texts] = await Promise.all([loadTexts(loaders), loadAriaTexts(documentLanguage())]);
  createRoot(element).render(
    <StrictMode>
      <LanguageProvider texts={texts}>{pages}</LanguageProvider>
    </StrictMode>,
  );
}
