import { oneOf, searchedText } from '@kushk/ui';

/** The filters of the list of all releases, as they stand in the address. */
export const releaseStatuses = [
  'submitted',
  'in_review',
  'approved',
  'published',
  'suspended',
  'rejected',
  'withdrawn',
] as const;

export const sorts = ['changed', 'oldest'] as const;

export interface ReleasesSearch {
  readonly status?: (typeof releaseStatuses)[number];
  readonly publisher?: string;
  readonly q?: string;
  /** Only releases whose rollout stands still. */
  readonly rollout?: 'stopped';
  /** Absent: the newest submission first. */
  readonly sort?: (typeof sorts)[number];
}

/** Reads the filters from an address. Unknown values are ignored. */
export function releasesSearchOf({ status, publisher, q, sort, rollout }: Record<string, unknown>): ReleasesSearch {
  const known = oneOf(releaseStatuses, status);
  const order = oneOf(sorts, sort);
  return {
    ...(known !== undefined && { status: known }),
    ...(typeof publisher === 'string' && publisher !== '' && { publisher }),
    ...searchedText(q),
    ...(rollout === 'stopped' && { rollout }),
    ...(order !== undefined && { sort: order }),
  };
}
