/** Who can see a record of the platform (docs/reference/platform-records.md). */

/** The properties of a person that decide which records the person can see. */
export interface Viewer {
  readonly id: string;
  readonly role: 'admin' | 'member';
}

export interface Visibility {
  /** The people who can see the record; null means the whole organisation. */
  readonly personIds: readonly string[] | null;
  /** Whether the admins of the organisation can see it, too. */
  readonly admins: boolean;
}

/**
 * Returns whether a person of the record's organisation can see it. `viewer` null is a plugin that acts for no person:
 * it sees what the whole organisation sees.
 */
export function canSee(viewer: Viewer | null, { personIds, admins }: Visibility): boolean {
  if (personIds === null) return true;
  if (viewer === null) return false;
  return (admins && viewer.role === 'admin') || personIds.includes(viewer.id);
}
