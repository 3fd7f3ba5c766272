/** Makes a text that comes from a file fit for a record. */

/** Control characters, lone surrogates and overrides of direction, which no text of a record may contain. */
const UNSAFE = /[^\P{Cc}\n\t]|[\p{Cs}\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
const MARKS = /\p{M}+/gu;
/** The limit of Unicode's stream-safe text (UAX #15, section 13). */
const MARKS_MAX = 30;

/** Normalises the text (NFC, line ends, blank lines) and cuts it at `maxCodePoints`. */
export function recordText(
  text: string,
  maxCodePoints: number,
): { readonly text: string; readonly status: 'extracted' | 'cut' } {
  const clean = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSAFE, '')
    .replaceAll(MARKS, withinLimit)
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  // A code point has at most two UTF-16 units.
  const start = clean.slice(0, maxCodePoints * 2);
  const codePoints = [...start];
  if (start.length === clean.length && codePoints.length <= maxCodePoints) return { text: clean, status: 'extracted' };
  return { text: codePoints.slice(0, maxCodePoints).join(''), status: 'cut' };
}

/** The marks of one letter. The time to normalise them is the square of their number. */
function withinLimit(marks: string): string {
  return marks.length <= MARKS_MAX ? marks : [...marks.slice(0, MARKS_MAX * 2)].slice(0, MARKS_MAX).join('');
}
