/** The filters of a publisher's plugins, as their address has them. */
import { oneOf, searchedText } from '@kushk/ui';
import { releaseStatuses } from '../operator/releases-search.js';

export interface PluginsSearch {
  readonly q?: string;
  /** Of the newest submission. */
  readonly status?: (typeof releaseStatuses)[number];
  /** Absent: by id. */
  readonly sort?: 'newest';
}

/** Reads the filters from an address. Unknown values are ignored. */
export function pluginsSearch({ q, status, sort }: Record<string, unknown>): PluginsSearch {
  const known = oneOf(releaseStatuses, status);
  return {
    ...searchedText(q),
    ...(known !== undefined && { status: known }),
    ...(sort === 'newest' && { sort }),
  };
}
