/**
 * The position in the list of deliveries. The list merges three tables by time, each in its own order, so its position
 * is one position per table: no index over all deliveries is needed. Pure.
 */
import { decodeCursor, encodeCursor, type DeliverySort } from '@kushk/contracts';

export type Channel = 'event' | 'lifecycle' | 'tool';

/** The delivery that the previous page ended with, per table; null at the beginning. */
export interface ListPosition {
  readonly event: number | null;
  readonly lifecycle: number | null;
  readonly tool: { readonly at: string; readonly id: string } | null;
}

/** One delivery in the list, before its attempts are read. */
export interface ListEntry {
  readonly id: string;
  readonly channel: Channel;
  readonly type: string;
  /** The sequence number of an event or lifecycle call; null for a tool call. */
  readonly sequence: number | null;
  readonly createdAt: Date;
}

export const LIST_START: ListPosition = { event: null, lifecycle: null, tool: null };

/** The list that a cursor belongs to. */
interface CursorList {
  readonly installationId: string;
  readonly sort: DeliverySort;
}

/** Merges entries of all tables by time. Each list must be sorted by its own order already. */
export function mergeEntries(lists: readonly (readonly ListEntry[])[], sort: DeliverySort): readonly ListEntry[] {
  const isBefore = (a: ListEntry, b: ListEntry): boolean =>
    sort === 'newest' ? a.createdAt > b.createdAt : a.createdAt < b.createdAt;
  const next = lists.map(() => 0);
  const merged: ListEntry[] = [];
  for (;;) {
    let first: { readonly entry: ListEntry; readonly list: number } | null = null;
    for (const [list, entries] of lists.entries()) {
      const entry = entries[next[list] ?? 0];
      if (entry !== undefined && (first === null || isBefore(entry, first.entry))) first = { entry, list };
    }
    if (first === null) return merged;
    merged.push(first.entry);
    next[first.list] = (next[first.list] ?? 0) + 1;
  }
}

/** Returns the position after these entries. */
export function positionAfter(position: ListPosition, entries: readonly ListEntry[]): ListPosition {
  return entries.reduce<ListPosition>((current, { channel, sequence, createdAt, id }) => {
    if (channel === 'tool') return { ...current, tool: { at: createdAt.toISOString(), id } };
    return { ...current, [channel]: sequence };
  }, position);
}

/** Encodes a position as a cursor of one list. */
export function cursorOf({ event, lifecycle, tool }: ListPosition, list: CursorList): string {
  return encodeCursor(JSON.stringify([nameOf(list), event, lifecycle, tool?.at ?? null, tool?.id ?? null]));
}

/** Decodes a cursor; null when it is not a cursor of this list. */
export function positionOf(cursor: string, list: CursorList): ListPosition | null {
  const values = parse(decodeCursor(cursor));
  if (values?.length !== 5 || values[0] !== nameOf(list)) return null;
  const [, event, lifecycle, at, id] = values;
  if (!isSequence(event) || !isSequence(lifecycle)) return null;
  if (at === null && id === null) return { event, lifecycle, tool: null };
  if (typeof at !== 'string' || typeof id !== 'string' || Number.isNaN(Date.parse(at))) return null;
  return new Date(at).toISOString() === at ? { event, lifecycle, tool: { at, id } } : null;
}

const nameOf = ({ installationId, sort }: CursorList): string =>
  sort === 'newest' ? installationId : `${installationId} ${sort}`;

function parse(text: string | null): readonly unknown[] | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isSequence(value: unknown): value is number | null {
  return value === null || (Number.isSafeInteger(value) && (value as number) > 0);
}
