import type { Language } from '@kushk/ui';

/** The name of a plugin in the language of the page, or in another language that it has. */
export function nameOf(names: Readonly<Record<string, string>>, language: Language): string {
  return names[language] ?? names['en'] ?? Object.values(names)[0] ?? '';
}
