import { accept, refuse, type Decision } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { allows, refusalOf } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { availableOf, type Wallet } from '../wallet.js';
import type { Reversal, ReversalFact } from '../../reversal/reversal.js';

/** The entry of a consumption or settlement. Entries never change. */
export interface ConsumptionEntry {
  readonly id: string;
  readonly holdId: string | null;
  readonly service: string;
  readonly count: number;
  readonly rateMicroMu: string | null;
  readonly amountMicroMu: string;
  /** The part that was taken from gifts. */
  readonly giftedMicroMu: string;
}
export interface ReverseConsumption {
  readonly id: string;
  readonly organisationId: string;
  readonly entry: ConsumptionEntry;
  readonly reason: string;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
export interface Reversed {
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}

/**
 * Gives a consumption back to the kinds of MU that it was taken from, as an entry of the current month: the month of
 * the consumption does not change.
 */
export function reverseConsumption(
  command: ReverseConsumption,
  { wallet, reversal }: { wallet: Wallet; reversal: Reversal },
): Decision<{ wallet: WalletFact[]; reversal: ReversalFact[] }, Reversed> {
  const { entry, organisationId, ...reversed } = command;
  if (wallet.status !== 'absent' && wallet.organisationId !== organisationId) return refuse('installation.not_found');
  if (!allows(wallet, 'administer')) return refusalOf(wallet, 'administer');
  if (reversal.reversedBy !== null)
    return refuse('wallet.entry_reversed', { entry_id: entry.id, reversed_by: reversal.reversedBy });
  const amount = BigInt(entry.amountMicroMu);
  // A settlement of no units has consumed nothing.
  if (amount === 0n) return refuse('wallet.entry_not_reversible', { entry_id: entry.id, mu: formatMu(amount) });
  const { id: entryId, ...use } = entry;
  return accept(
    {
      wallet: [{ type: 'MuReversed', data: { ...use, ...reversed, entryId } }],
      reversal: [{ type: 'ConsumptionReversed', data: { id: command.id, at: command.at } }],
    },
    { availableMicroMu: availableOf(wallet.totals) + amount, heldMicroMu: wallet.totals.held },
  );
}
