/** The statuses by which installations are listed. */
export const LISTED_STATUSES = ['pending', 'installed', 'consent_pending', 'paused', 'suspended'] as const;
/** The filters of the list of installations; null: all. */
export interface InstallationFilter {
  readonly status: (typeof LISTED_STATUSES)[number] | null;
  /** Words of the plugin's names, summaries, publisher and id. */
  readonly query: string | null;
  readonly sort: 'newest' | 'oldest' | null;
}
