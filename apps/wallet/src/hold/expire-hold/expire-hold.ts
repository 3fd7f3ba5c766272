import { accept, unreachable, type Decision } from '@kushk/decider';
import { heldMuReturned } from '../held-mu-returned.js';
import { allows } from '../../wallet/status-rules.js';
import type { WalletFact } from '../../wallet/wallet-facts.js';
import type { Wallet } from '../../wallet/wallet.js';
import type { Hold, HoldFact } from '../hold.js';

/**
 * Gives the MU that an open hold reserves back to the wallet. A hold that was already settled or released does not
 * change.
 */
export function expireHold(
  { month, at }: { readonly month: string; readonly at: string },
  { wallet, hold }: { wallet: Wallet; hold: Hold },
): Decision<{ wallet: WalletFact[]; hold: HoldFact[] }, null> {
  if (!allows(wallet, 'returnHeldMu')) return accept({ wallet: [], hold: [] }, null);
  switch (hold.status) {
    case 'absent':
    case 'settled':
    case 'released':
    case 'expired':
      return accept({ wallet: [], hold: [] }, null);
    case 'open': {
      const { installationId, organisationId, holdId, service, amountMicroMu } = hold;
      const expired = { installationId, organisationId, holdId, service, releasedMicroMu: amountMicroMu, at };
      return accept(
        {
          wallet: heldMuReturned(wallet, hold, { reason: 'expiry', month, at }),
          hold: [{ type: 'HoldExpired', data: expired }],
        },
        null,
      );
    }
    default:
      return unreachable(hold);
  }
}
