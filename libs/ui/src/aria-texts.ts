import type { Language } from './texts/texts.js';

/**
 * React Aria brings the texts that screen readers hear in 34 languages, and Persian is none of them. The build leaves
 * all of them out; those of the page's language are set by the global that React Aria reads for server rendering.
 */
export async function loadAriaTexts(language: Language): Promise<void> {
  Object.assign(window, {
    [Symbol.for('react-aria.i18n.locale')]: language === 'fa' ? 'fa-IR' : 'en-US',
    [Symbol.for('react-aria.i18n.strings')]: await (language === 'fa' ? persian() : english()),
  });
}

const persian = async (): Promise<object> => (await import('./aria-texts-fa.js')).persian;
const english = async (): Promise<object> => {
  // Its types declare no default export, which it has.
  const texts = (await import('react-aria-components/i18n/en-US')) as unknown as { readonly default: object };
  return texts.default;
};
