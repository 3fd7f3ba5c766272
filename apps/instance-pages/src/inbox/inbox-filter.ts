/** What the inbox shows, as its address has it, so that a filtered list can be passed on and reloaded. */
/** What waits, what waits for me, or what was accepted or refused. */
export type Show = 'waiting' | 'mine' | 'accepted' | 'refused';
export const SHOWS: readonly Show[] = ['waiting', 'mine', 'accepted', 'refused'];
/** The types of records about which plugins make proposals. */
export type ProposedType = 'case' | 'document' | 'calendar_event';
export const PROPOSED_TYPES: readonly ProposedType[] = ['case', 'document', 'calendar_event'];

/** What the rows are put together by: the record that they change, or the plugin that they come from. */
export type Grouping = 'record' | 'plugin';
export const GROUPINGS: readonly Grouping[] = ['record', 'plugin'];

export interface InboxFilter {
  /** Absent: what waits. */
  readonly show?: Exclude<Show, 'waiting'>;
  readonly q?: string;
  readonly plugin?: string;
  /** Only proposals about records of this type. */
  readonly type?: ProposedType;
  /** Only proposals of which a field was edited since. */
  readonly stale?: true;
  /** Absent: the newest first. */
  readonly sort?: 'oldest';
  /** Absent: one list by time. */
  readonly group?: Grouping;
}

const OTHER_SHOWS: readonly unknown[] = ['mine', 'accepted', 'refused'];
const MAX_CHARACTERS = 200;

/** Reads the search of an address; what is not understood is left out. */
export function inboxFilterOf(search: Record<string, unknown>): InboxFilter {
  const { show, q, plugin, type, stale, sort, group } = search;
  return {
    ...(OTHER_SHOWS.includes(show) && { show: show as Exclude<Show, 'waiting'> }),
    ...(isText(q) && { q }),
    ...(isText(plugin) && { plugin }),
    ...((PROPOSED_TYPES as readonly unknown[]).includes(type) && { type: type as ProposedType }),
    // What is decided is not compared with its record any more.
    ...(stale === true && show !== 'accepted' && show !== 'refused' && { stale }),
    ...(sort === 'oldest' && { sort }),
    ...((GROUPINGS as readonly unknown[]).includes(group) && { group: group as Grouping }),
  };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_CHARACTERS;

export const showOf = ({ show }: InboxFilter): Show => show ?? 'waiting';

/** Whether what the list has waits for a decision. */
export const isDecidable = ({ show }: InboxFilter): boolean => show === undefined || show === 'mine';

/** Whether the list is only a part of what there is under its tab. */
export const isNarrowed = ({ q, plugin, type, stale }: InboxFilter): boolean =>
  q !== undefined || plugin !== undefined || type !== undefined || stale !== undefined;

/** Sources are assigned to nobody, and have neither a type of record nor a former value. */
export const hasSources = ({ show, type, stale }: InboxFilter): boolean =>
  show !== 'mine' && type === undefined && stale === undefined;
