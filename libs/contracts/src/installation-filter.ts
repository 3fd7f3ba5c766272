import type { Tier } from './catalogue.js';

/** The statuses by which installations are listed. */
export const LISTED_STATUSES = ['pending', 'installed', 'consent_pending', 'paused', 'suspended'] as const;
/** The filters of the list of installations; null: all. */
export interface InstallationFilter {
  readonly status: (typeof LISTED_STATUSES)[number] | null;
  /** Words of the plugin's names, summaries, publisher and id. */
  readonly query: string | null;
  readonly sort: 'newest' | 'oldest' | null;
}

/** The orders of the store, beside that by plugin id. The last version that is published places a plugin. */
export const STORE_SORTS = ['name', 'newest'] as const;
export interface StoreOrder {
  /** `name`: by the name in `language`; `newest`: what was published last comes first. */
  readonly sort: (typeof STORE_SORTS)[number];
  readonly language: 'en' | 'fa';
}

/** The filters and the order of the store; absent or null: all, by plugin id. */
export interface ListingFilter extends Partial<Pick<StoreOrder, 'language'>> {
  /** Words of names, summaries, publisher and id. */
  readonly query?: string | null;
  /** Only plugins that are installed in the organisation, or that are not. */
  readonly installed?: boolean | null;
  readonly tier?: Tier | null;
  readonly sort?: StoreOrder['sort'] | null;
}
