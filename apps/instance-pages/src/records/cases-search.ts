/** The filters of the list of cases, as its address has them. */
import { oneOf, searchedText } from '@kushk/ui';

/** The orders beside that by time of creation, the newest first. */
export const CASE_SORTS = ['due', 'oldest'] as const;
const SHOWS = ['closed', 'all', 'mine'] as const;

export interface CasesSearch {
  readonly q?: string;
  /** Absent: the open cases. */
  readonly show?: (typeof SHOWS)[number];
  readonly sort?: (typeof CASE_SORTS)[number];
}

/** Reads the filters from an address. Unknown values are ignored. */
export function casesSearch({ q, show, sort }: Record<string, unknown>): CasesSearch {
  const knownShow = oneOf(SHOWS, show);
  const knownSort = oneOf(CASE_SORTS, sort);
  return {
    ...searchedText(q),
    ...(knownShow !== undefined && { show: knownShow }),
    ...(knownSort !== undefined && { sort: knownSort }),
  };
}
