import { accept, type Decision } from '@kushk/decider';
import { MAX_MICRO_MU } from '@kushk/manifest';
import type { Remainder, RemainderFact } from '../../remainder/remainder.js';
import { allows } from '../status-rules.js';
import type { WalletFact } from '../wallet-facts.js';
import { addedTo, type Wallet } from '../wallet.js';

export interface CarryIn {
  readonly id: string;
  readonly installationId: string;
  readonly month: string;
  readonly at: string;
}

/**
 * Adds what a removed installation has left, when the wallet of the next installation is open already: the removal and
 * the next installation may be processed in any order. A freeze and the limits of the removed wallet are taken over as
 * well, where an admin has set none in the new one.
 */
export function carryIn(
  { id, installationId, month, at }: CarryIn,
  { wallet, remainder }: { wallet: Wallet; remainder: Remainder },
): Decision<{ wallet: WalletFact[]; remainder: RemainderFact[] }, null> {
  if (!allows(wallet, 'carryIn')) return accept({ wallet: [], remainder: [] }, null);
  const space = MAX_MICRO_MU - addedTo(wallet.totals);
  const left = BigInt(remainder.microMu);
  const { frozen, limits } = remainder;
  const amountMicroMu = String(left < space ? left : space);
  const facts: WalletFact[] = [];
  if (amountMicroMu !== '0') facts.push({ type: 'MuCarriedIn', data: { id, amountMicroMu, month, at } });
  if (limits !== null) facts.push({ type: 'LimitsCarriedIn', data: { ...limits, at } });
  // A wallet that is frozen already keeps its reason.
  if (frozen !== null && allows(wallet, 'freeze')) facts.push({ type: 'WalletFrozen', data: frozen });
  if (facts.length === 0) return accept({ wallet: [], remainder: [] }, null);
  const taken: RemainderFact = { type: 'RemainderTaken', data: { installationId, takenMicroMu: amountMicroMu, at } };
  return accept({ wallet: facts, remainder: [taken] }, null);
}
