/** `normaliseText` as an expression of PostgreSQL, for short texts that no index covers. */
import { normaliseText } from './search-terms.js';

/** Latin and Arabic diacritics, the kashida and the half-space. */
const LEFT_OUT = '[\\u0300-\\u036F\\u064B-\\u065F\\u0670\\u06D6-\\u06ED\\u0640\\u200C]';
const LETTERS = 'يىېكةەۀہ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';
const MAX_WORDS = 16;

/** The SQL of a text in one spelling. `text` is SQL. */
export function normalisedSql(text: string): string {
  const letters = `translate(${text}, '${LETTERS}', '${normaliseText(LETTERS)}')`;
  return `regexp_replace(lower(normalize(${letters}, NFKD)), '${LEFT_OUT}', '', 'g')`;
}

/** The words of a search text, in the spelling of `normalisedSql`. */
export function normalisedWords(query: string): readonly string[] {
  return normaliseText(query)
    .replaceAll('\u200C', '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
}
