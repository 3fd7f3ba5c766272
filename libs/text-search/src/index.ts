export {
  HALF_SPACE,
  normaliseText,
  queryTerms,
  searchQuery,
  searchTerms,
  searchVector,
  textMatcher,
} from './search-terms.js';
export { alphabeticalSql } from './alphabetical-sql.js';
export { normalisedSql, normalisedWords } from './normalised-sql.js';
