/**
 * Puts entries into the order in which they ended. What happens at one moment is read from several lists, and a list
 * may have it a little later than another: an entry is held for a short time, so that an earlier one can overtake it.
 */
import { endOf, type DevEntry } from './dev-entry.js';

export const HOLD_MS = 400;

interface HeldEntry {
  readonly entry: DevEntry;
  readonly endMs: number;
  readonly dueMs: number;
}

export class EntryOrder {
  private held: HeldEntry[] = [];

  add(entry: DevEntry, nowMs: number): void {
    this.held.push({ entry, endMs: endOf(entry), dueMs: nowMs + HOLD_MS });
  }

  /** Removes and returns what was held long enough, and all that ended before it. */
  take(nowMs: number): readonly DevEntry[] {
    const due = this.held.filter(({ dueMs }) => dueMs <= nowMs);
    const lastEndMs = Math.max(...due.map(({ endMs }) => endMs));
    return this.remove(({ endMs }) => endMs <= lastEndMs);
  }

  /** Removes and returns everything. */
  takeAll(): readonly DevEntry[] {
    return this.remove(() => true);
  }

  private remove(isDue: (held: HeldEntry) => boolean): readonly DevEntry[] {
    const due = this.held.filter(isDue).sort((one, other) => one.endMs - other.endMs);
    this.held = this.held.filter((held) => !due.includes(held));
    return due.map(({ entry }) => entry);
  }
}
