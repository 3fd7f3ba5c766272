/** Who sees which record, written from docs/reference/platform-records.md and not from the code of the service. */

export const types = ['case', 'document', 'session', 'calendar_event', 'memory'] as const;
export type RecordType = (typeof types)[number];
type Role = 'admin' | 'member';
/** Indexes of members; null: the whole organisation. */
type People = readonly number[] | null;

export interface Scenario {
  readonly members: readonly { readonly role: Role }[];
  readonly records: readonly {
    readonly type: RecordType;
    readonly people: People;
    readonly editedTo?: People | undefined;
    /** The person of a memory. */
    readonly author: number;
  }[];
  readonly changed: number;
}

/**
 * A record to create. `edited` are the fields of an edit, or null; `editor` is the member who edits, or null for the
 * admin who creates it. `people` see it in the end.
 */
export interface RecordToCreate {
  readonly type: RecordType;
  readonly author: number;
  readonly fields: object;
  readonly edited: object | null;
  readonly editor: number | null;
  readonly people: People;
}
/** A record that exists. */
export interface Sighted {
  readonly type: RecordType;
  readonly id: string;
  readonly people: People;
}

const peopleFields: Readonly<Record<RecordType, string | null>> = {
  case: 'member_ids',
  document: 'member_ids',
  session: 'participant_ids',
  calendar_event: 'attendee_ids',
  memory: null,
};
const adminsSeeAll: readonly RecordType[] = ['case', 'document', 'calendar_event'];

export function recordsOf(scenario: Scenario, ids: readonly string[], word: string): readonly RecordToCreate[] {
  return scenario.records.map(({ type, people, editedTo, author }) => {
    const field = peopleFields[type];
    if (field === null) return { type, author, fields: { text: word }, edited: null, editor: null, people: [author] };
    const named = (indexes: People) => ({ [field]: indexes === null ? null : indexes.map((index) => ids[index]!) });
    const period = { starts_at: '2026-06-01T08:00:00Z', ends_at: '2026-06-01T09:00:00Z' };
    const fields = { title: `${word} ${type}`, ...named(people), ...(type === 'calendar_event' && period) };
    // Only its participants can edit a session.
    const editor = type === 'session' && people !== null ? (people[0] ?? 'nobody') : null;
    if (editedTo === undefined || editor === 'nobody')
      return { type, author, fields, edited: null, editor: null, people };
    return { type, author, fields, edited: named(editedTo), editor, people: editedTo };
  });
}

/** The ids that a person sees in each list, search and get; `viewer` null: a plugin without a handle. */
export function expectedSight(
  created: readonly Sighted[],
  viewer: { readonly index: number; readonly role: Role } | null,
): Record<string, readonly string[]> {
  const sees = ({ type, people }: Sighted): boolean => {
    if (people === null) return true;
    if (viewer === null) return false;
    return people.includes(viewer.index) || (viewer.role === 'admin' && adminsSeeAll.includes(type));
  };
  const sight: Record<string, readonly string[]> = {};
  for (const type of types) {
    const ids = created
      .filter((record) => record.type === type && sees(record))
      .map(({ id }) => id)
      .sort();
    sight[`list ${type}`] = ids;
    if (type === 'case' || type === 'session') sight[`search ${type}`] = ids;
    if (type === 'case' || type === 'session' || type === 'document') sight[`get ${type}`] = ids;
  }
  return sight;
}
