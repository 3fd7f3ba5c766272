import { accept, refuse, type Decision } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { MAX_MICRO_MU, availableOf, walletStream, type Counters, type Wallet, type WalletFact } from '../wallet.js';

export interface GrantMu {
  readonly id: string;
  readonly organisationId: string;
  readonly kind: 'purchase' | 'gift';
  readonly microMu: bigint;
  readonly reference: string | null;
  readonly note: string | null;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}

/** Adds purchased or gifted MU; the two are counted and reported apart (contract §8). */
export function grantMu(
  command: GrantMu,
  wallet: Wallet,
): Decision<WalletFact[], { availableMicroMu: bigint; counters: Counters }> {
  if (wallet.status === 'absent' || wallet.organisationId !== command.organisationId)
    return refuse('installation.not_found');
  if (wallet.status === 'closed') return refuse('wallet.closed');
  const granted = wallet.counters.purchased + wallet.counters.gifted;
  if (command.microMu <= 0n || granted + command.microMu > MAX_MICRO_MU)
    return refuse('wallet.amount_invalid', { max: formatMu(MAX_MICRO_MU - granted) });
  const { id, kind, reference, note, by, month, at } = command;
  const fact: WalletFact = {
    type: 'MuGranted',
    data: { id, kind, microMu: String(command.microMu), reference, note, by, month, at },
  };
  const after = walletStream.evolve(wallet, fact);
  const counters = after.status === 'absent' ? wallet.counters : after.counters;
  return accept([fact], { availableMicroMu: availableOf(counters), counters });
}
