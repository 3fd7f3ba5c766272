import { createContext, use, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { textsOf, type Language, type TextLoaders, type Texts } from './texts/texts.js';

const TextsContext = createContext<Texts | null>(null);

/** Sets the language of our texts, of React Aria's texts, and of dates and digits. */
export function LanguageProvider({ texts, children }: { texts: Texts; children: ReactNode }): ReactNode {
  return (
    <TextsContext value={texts}>
      <I18nProvider locale={texts.locale}>{children}</I18nProvider>
    </TextsContext>
  );
}

export function useTexts(): Texts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('LanguageProvider is missing');
  return texts;
}

/** The language of the document, which the gateway sets. */
export const documentLanguage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'fa');

export async function loadTexts(loaders: TextLoaders): Promise<Texts> {
  const language = documentLanguage();
  return textsOf(language, (await loaders[language]()).default);
}
