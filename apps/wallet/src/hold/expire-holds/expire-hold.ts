import { accept, type Decision } from '@kushk/decider';
import type { Wallet, WalletFact } from '../../wallet/wallet.js';
import type { Hold, HoldFact } from '../hold.js';

/** Returns what a hold reserved once its time is over. A hold that was settled in the meantime is left alone: exactly one of the two wins. */
export function expireHold(
  command: { readonly at: string },
  { wallet, hold }: { wallet: Wallet; hold: Hold },
): Decision<{ wallet: WalletFact[]; hold: HoldFact[] }, null> {
  if (hold.status !== 'open' || wallet.status === 'absent') return accept({ wallet: [], hold: [] }, null);
  const { installationId, organisationId, holdId, service, microMu } = hold;
  const { at } = command;
  return accept(
    {
      wallet: [{ type: 'HeldMuReturned', data: { holdId, microMu, at } }],
      hold: [
        {
          type: 'HoldExpired',
          data: { installationId, organisationId, holdId, service, releasedMicroMu: microMu, at },
        },
      ],
    },
    null,
  );
}
