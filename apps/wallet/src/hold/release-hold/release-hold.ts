import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { heldMuReturned } from '../held-mu-returned.js';
import { allows, refusalOf } from '../../wallet/status-rules.js';
import type { WalletFact } from '../../wallet/wallet-facts.js';
import { availableOf, type Wallet } from '../../wallet/wallet.js';
import type { ExistingHold, Hold, HoldFact } from '../hold.js';

export interface Release {
  readonly hold: ExistingHold;
  readonly releasedMicroMu: bigint;
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}
type Facts = { wallet: WalletFact[]; hold: HoldFact[] };

/**
 * Gives the whole reservation back to the wallet. The command is idempotent: a hold that is already released or
 * expired does not change.
 */
export function releaseHold(
  { holdId, month, at }: { readonly holdId: string; readonly month: string; readonly at: string },
  { wallet, hold }: { wallet: Wallet; hold: Hold },
): Decision<Facts, Release> {
  if (hold.status === 'absent') return refuse('wallet.hold_not_found', { id: holdId });
  if (!allows(wallet, 'returnHeldMu')) return refusalOf(wallet, 'returnHeldMu');
  const availableMicroMu = availableOf(wallet.totals);
  const heldMicroMu = wallet.totals.held;
  const { amountMicroMu } = hold;
  const releasedMicroMu = BigInt(amountMicroMu);
  switch (hold.status) {
    case 'settled':
      return refuse('wallet.hold_settled', { id: holdId });
    case 'released':
    case 'expired':
      return accept({ wallet: [], hold: [] }, { hold, releasedMicroMu, availableMicroMu, heldMicroMu });
    case 'open': {
      const returned = heldMuReturned(wallet, hold, { reason: 'release', month, at });
      const returnedMicroMu = returned.length === 0 ? 0n : releasedMicroMu;
      return accept(
        {
          wallet: returned,
          hold: [{ type: 'HoldReleased', data: { releasedMicroMu: amountMicroMu, at } }],
        },
        {
          hold: { ...hold, status: 'released' },
          releasedMicroMu,
          availableMicroMu: availableMicroMu + returnedMicroMu,
          heldMicroMu: heldMicroMu - returnedMicroMu,
        },
      );
    }
    default:
      return unreachable(hold);
  }
}
