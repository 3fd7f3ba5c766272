export { HALF_SPACE, normaliseText, queryTerms, searchQuery, searchTerms, searchVector } from './search-terms.js';
