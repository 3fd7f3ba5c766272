/**
 * Whether the consumption of one entry was given back. Each entry has a stream of its own, so that the wallet stays
 * small and no entry is given back twice.
 */
import type { Fact, StreamType } from '@kushk/decider';

export interface Reversal {
  /** The id of the entry that gave it back; null while it was not. */
  readonly reversedBy: string | null;
}
export type ReversalFact = Fact<'ConsumptionReversed', { id: string; at: string }>;

export const reversalStream: StreamType<Reversal, ReversalFact> = {
  category: 'reversal',
  factTypes: { ConsumptionReversed: true },
  initial: { reversedBy: null },
  stateVersion: 1,
  evolve: (_reversal, fact) => ({ reversedBy: fact.data.id }),
};

/** The stream id. It contains the installation id: ids of entries are unique within a wallet. */
export function reversalKey(installationId: string, entryId: string): string {
  return `${installationId}/${entryId}`;
}
