import type { Command } from './command-store.js';

/** Arabic letters that keyboards and old documents use for Persian ones, marks, and the zero-width non-joiner. */
const VARIANTS: readonly (readonly [RegExp, string])[] = [
  [/[يى]/g, 'ی'],
  [/ك/g, 'ک'],
  [/ة/g, 'ه'],
  [/[ؤ]/g, 'و'],
  [/[إأٱآ]/g, 'ا'],
  [/[\u064B-\u065F\u0670\u200B-\u200F\u0640]/g, ''],
];

/** One form for texts that a reader takes for the same: of case, of letter variants, of digits. */
export function searchForm(text: string): string {
  const letters = VARIANTS.reduce((form, [from, to]) => form.replace(from, to), text.normalize('NFKC').toLowerCase());
  return letters.replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0)).trim();
}

/** Whether every word of the search occurs in the command's texts. */
export function matches(command: Command, search: string): boolean {
  const text = searchForm(`${command.title} ${command.note ?? ''} ${command.keywords ?? ''}`);
  return searchForm(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
