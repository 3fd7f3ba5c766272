import { accept, unreachable, type Decision } from '@kushk/decider';
import { heldMuReturned } from '../held-mu-returned.js';
import { allows } from '../../wallet/status-rules.js';
import type { WalletFact } from '../../wallet/wallet-facts.js';
import type { Wallet } from '../../wallet/wallet.js';
import type { Hold, HoldFact } from '../hold.js';

interface Expiry {
  readonly month: string;
  readonly at: string;
}

/**
 * Expires many holds of one wallet in one commit. `holds` has their states by stream id; the facts of a hold have the
 * same name. Replies with the number of holds that expired.
 */
export function expireHolds(
  expiry: Expiry,
  { wallet, holds }: { readonly wallet: Wallet; readonly holds: ReadonlyMap<string, Hold> },
): Decision<Readonly<Record<string, readonly (WalletFact | HoldFact)[]>>, number> {
  const returned: WalletFact[] = [];
  const facts: Record<string, readonly (WalletFact | HoldFact)[]> = { wallet: returned };
  let expired = 0;
  for (const [streamId, hold] of holds) {
    const decision = expireHold(expiry, { wallet, hold });
    if (!decision.accepted) return decision;
    returned.push(...decision.facts.wallet);
    facts[streamId] = decision.facts.hold;
    expired += decision.facts.hold.length;
  }
  return accept(facts, expired);
}

/**
 * Gives the MU that an open hold reserves back to the wallet. A hold that was already settled or released does not
 * change.
 */
export function expireHold(
  { month, at }: Expiry,
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
