/** The filters of the store, as its address has them. */
import { oneOf, searchedText } from '@kushk/ui';

export const TIERS = ['verified', 'community', 'private'] as const;

export interface StoreSearch {
  readonly q?: string;
  /** Only what is installed. */
  readonly installed?: true;
  readonly tier?: (typeof TIERS)[number];
}

/** Reads the filters from an address. Unknown values are ignored. */
export function storeSearch({ q, installed, tier }: Record<string, unknown>): StoreSearch {
  const knownTier = oneOf(TIERS, tier);
  return {
    ...searchedText(q),
    ...(installed === true && { installed }),
    ...(knownTier !== undefined && { tier: knownTier }),
  };
}
