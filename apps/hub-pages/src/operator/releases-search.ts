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
const TEXT_MAX_CHARACTERS = 200;

export interface ReleasesSearch {
  readonly status?: (typeof releaseStatuses)[number];
  readonly publisher?: string;
  readonly q?: string;
}

/** Reads the filters from an address. Unknown values are ignored. */
export function releasesSearchOf({ status, publisher, q }: Record<string, unknown>): ReleasesSearch {
  const known = releaseStatuses.find((one) => one === status);
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  return {
    ...(known !== undefined && { status: known }),
    ...(isText(publisher) && { publisher }),
    ...(isText(q) && { q: q.slice(0, TEXT_MAX_CHARACTERS) }),
  };
}
