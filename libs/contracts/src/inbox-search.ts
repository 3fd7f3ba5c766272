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
