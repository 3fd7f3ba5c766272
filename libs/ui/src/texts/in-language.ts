import type { Language } from './texts.js';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A text that a manifest has in several languages: in this one, else in English, else in any. */
export function inLanguage(texts: unknown, language: Language): string | undefined {
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return undefined;
  const found = texts as Readonly<Record<string, unknown>>;
  return (
    textOf(found[language]) ??
    textOf(found['en']) ??
    Object.values(found)
      .map(textOf)
      .find((text) => text !== undefined)
  );
}
