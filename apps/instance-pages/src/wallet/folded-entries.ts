/** The entries of a wallet as people read them: one row for each charge. */
import type { WalletEntry } from './queries.js';

export interface ShownEntry extends WalletEntry {
  /** The MU that were held for it before; null when nothing was. */
  readonly held: string | null;
}

const OF_HOLD: ReadonlySet<string> = new Set(['hold', 'settle', 'release', 'expiry']);

/**
 * Folds the entries of a hold that has ended into one: its settlement, else its release or expiry. `entries` are the
 * newest first, so the end of a hold comes before the hold, which may be on a later page.
 */
export function foldedEntries(entries: readonly WalletEntry[]): readonly ShownEntry[] {
  const ofHolds = Map.groupBy(entries, ({ hold_id: hold, kind }) => (OF_HOLD.has(kind) ? hold : null));
  ofHolds.delete(null);
  return entries.flatMap((entry) => {
    const ofHold = OF_HOLD.has(entry.kind) ? (ofHolds.get(entry.hold_id) ?? []) : [];
    const shown = ofHold.find(({ kind }) => kind === 'settle') ?? ofHold[0] ?? entry;
    if (shown !== entry) return [];
    const held = ofHold.find(({ kind }) => kind === 'hold');
    const { available_after } = ofHold[0] ?? entry;
    return [{ ...entry, available_after, held: held === undefined || held === entry ? null : held.mu }];
  });
}
