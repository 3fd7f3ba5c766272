import { normalisedSql } from './normalised-sql.js';

const ALPHABET = 'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی';
/** The same letters in the order of their code points, in which پ, چ, ژ, ک, گ and ی come after all others. */
const CODE_POINTS = [...ALPHABET].toSorted().join('');

/**
 * The SQL of a key by which texts have the order of the Persian and the English alphabet, in the collation "C": that of
 * a language differs between versions of ICU, which breaks indexes. `text` is SQL.
 */
export function alphabeticalSql(text: string): string {
  return `translate(${normalisedSql(text)}, '${ALPHABET}', '${CODE_POINTS}')`;
}
