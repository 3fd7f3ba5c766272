/** The filters of the store, as its address has them. */
import { oneOf, searchedText } from '@kushk/ui';

export const TIERS = ['verified', 'community', 'private'] as const;
/** The orders beside the usual one. */
export const STORE_SORTS = ['name', 'newest'] as const;

export interface StoreSearch {
  readonly q?: string;
  /** Only what is installed. */
  readonly installed?: true;
  readonly tier?: (typeof TIERS)[number];
  readonly sort?: (typeof STORE_SORTS)[number];
}

/** Reads the filters from an address. Unknown values are ignored. */
export function storeSearch({ q, installed, tier, sort }: Record<string, unknown>): StoreSearch {
  const [knownTier, knownSort] = [oneOf(TIERS, tier), oneOf(STORE_SORTS, sort)];
  return {
    ...searchedText(q),
    ...(installed === true && { installed }),
    ...(knownTier !== undefined && { tier: knownTier }),
    ...(knownSort !== undefined && { sort: knownSort }),
  };
}
