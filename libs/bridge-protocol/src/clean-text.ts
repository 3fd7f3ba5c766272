/**
 * Removes from a stranger's text what could deceive its reader: control characters, marks that reorder the text around
 * them, and invisible characters. ZWNJ and ZWJ stay: Persian and emoji need them. Line breaks become spaces, and a text
 * that is longer than `max` code points ends with an ellipsis.
 */
export function cleanText(text: string, max: number): string {
  const clean = text
    .slice(0, MAX_READ * max)
    .replace(/\s+/gu, ' ')
    .replace(DECEIVING, '')
    .trim();
  const characters = [...clean];
  return characters.length <= max ? clean : `${characters.slice(0, max - 1).join('')}…`;
}

/** Characters read per character kept, so that a very long text costs little. */
const MAX_READ = 4;
/** Controls, surrogates, private use, line and paragraph separators, and format characters but ZWNJ and ZWJ. */
const DECEIVING = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
