/**
 * Puts entries into one order: that in which they ended, and below a call to the plugin the requests that it caused, in
 * the order in which they began. What happens at one moment is read from several lists, and a list may have it a little
 * later than another: an entry is held for a short time, so that an earlier one can overtake it.
 */
import { callKey, endOf, type DevEntry, type EntryOf } from './dev-entry.js';

export const HOLD_MS = 400;
/** A request is held until the call that caused it has ended: the plugin has ten seconds to answer. */
export const CAUSED_HOLD_MS = 13_000;
const MAX_SHOWN = 1_000;

interface HeldEntry {
  readonly entry: DevEntry;
  readonly endMs: number;
  readonly dueMs: number;
  /** The call that caused it and is not shown yet. */
  readonly cause: string | null;
}

export class EntryOrder {
  private held: HeldEntry[] = [];
  /** The calls to the plugin that were returned last. */
  private readonly shown = new Set<string>();

  /** Returns after which time `take` returns the entry. */
  add(entry: DevEntry, nowMs: number): number {
    const key = entry.kind === 'call_in' && entry.caused_by !== null ? callKey(entry.caused_by) : null;
    const cause = key === null || this.shown.has(key) ? null : key;
    const holdMs = cause === null ? HOLD_MS : CAUSED_HOLD_MS;
    this.held.push({ entry, endMs: endOf(entry), dueMs: nowMs + holdMs, cause });
    return holdMs;
  }

  /** Removes and returns what was held long enough, and all that ended before it. */
  take(nowMs: number): readonly DevEntry[] {
    const due = this.held.filter(({ dueMs }) => dueMs <= nowMs);
    const lastEndMs = Math.max(...due.map(({ endMs }) => endMs));
    return this.remove(({ endMs, dueMs, cause }) => (cause === null ? endMs <= lastEndMs : dueMs <= nowMs));
  }

  /** Removes and returns everything. */
  takeAll(): readonly DevEntry[] {
    return this.remove(() => true);
  }

  private remove(isDue: (held: HeldEntry) => boolean): readonly DevEntry[] {
    const due = this.held.filter(isDue);
    const calls = new Set(due.flatMap(({ entry }) => (entry.kind === 'call_out' ? [callKey(entry)] : [])));
    const isCaused = ({ cause }: HeldEntry): boolean => cause !== null && calls.has(cause);
    const caused = this.held.filter(isCaused);
    const first = due.filter((held) => !isCaused(held)).sort((one, other) => one.endMs - other.endMs);
    this.held = this.held.filter((held) => !due.includes(held) && !caused.includes(held));
    return first.flatMap(({ entry }) => (entry.kind === 'call_out' ? [entry, ...this.below(entry, caused)] : [entry]));
  }

  private below(call: EntryOf<'call_out'>, caused: readonly HeldEntry[]): readonly DevEntry[] {
    const key = callKey(call);
    this.shown.add(key);
    if (this.shown.size > MAX_SHOWN) this.shown.delete(this.shown.values().next().value ?? '');
    return caused
      .flatMap(({ entry, cause }) => (cause === key ? [entry] : []))
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  }
}
