/** How a person looks for items of the inbox. */
export interface InboxSearch {
  /** Only items whose texts contain each of these words; null: all. */
  readonly q?: string | null;
  /** Only items made before this time; null: all. */
  readonly until?: string | null;
  /** The newest first unless `oldest`. */
  readonly sort?: InboxSort | null;
}
export type InboxSort = 'newest' | 'oldest';

/** Counts what the lists have for these filters; without one, everything. */
export interface InboxCountRequest {
  readonly organisation_id: string;
  readonly person_id: string;
  readonly plugin_id?: string | null;
  /** Only proposals that change or create a record of this type. */
  readonly record_type?: string | null;
  /** Only proposals of which a field was edited since. */
  readonly stale?: boolean;
  readonly q?: string | null;
}
/** The pending proposals and sources that a person can see; 1,000 stands for 1,000 or more. */
export interface InboxCounts {
  /** `mine`: assigned to the person. */
  readonly proposals: { readonly all: number; readonly mine: number };
  readonly sources: number;
}
