export {
  HALF_SPACE,
  normaliseText,
  queryTerms,
  searchQuery,
  searchTerms,
  searchVector,
  textMatcher,
} from './search-terms.js';
