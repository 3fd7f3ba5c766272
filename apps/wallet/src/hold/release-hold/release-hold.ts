import { accept, refuse, type Decision } from '@kushk/decider';
import { availableOf, type Wallet, type WalletFact } from '../../wallet/wallet.js';
import type { ExistingHold, Hold, HoldFact } from '../hold.js';

export interface Released {
  readonly hold: ExistingHold;
  readonly releasedMicroMu: bigint;
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}
type Facts = { wallet: WalletFact[]; hold: HoldFact[] };

/** Returns the whole reservation. Repeatable: a hold that is released or expired holds nothing, and that is fine. */
export function releaseHold(
  command: { readonly holdId: string; readonly at: string },
  { wallet, hold }: { wallet: Wallet; hold: Hold },
): Decision<Facts, Released> {
  if (hold.status === 'absent' || wallet.status === 'absent')
    return refuse('wallet.hold_not_found', { id: command.holdId });
  if (hold.status === 'settled') return refuse('wallet.hold_settled', { id: hold.holdId });
  const available = availableOf(wallet.counters);
  const { held } = wallet.counters;
  if (hold.status !== 'open') {
    return accept(
      { wallet: [], hold: [] },
      { hold, releasedMicroMu: BigInt(hold.microMu), availableMicroMu: available, heldMicroMu: held },
    );
  }
  const microMu = BigInt(hold.microMu);
  const { holdId, at } = command;
  return accept(
    {
      wallet: [{ type: 'HeldMuReturned', data: { holdId, microMu: hold.microMu, at } }],
      hold: [{ type: 'HoldReleased', data: { releasedMicroMu: hold.microMu, at } }],
    },
    {
      hold: { ...hold, status: 'released' },
      releasedMicroMu: microMu,
      availableMicroMu: available + microMu,
      heldMicroMu: held - microMu,
    },
  );
}
