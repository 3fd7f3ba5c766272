import { accept, refuse, type Decision } from '@kushk/decider';
import { MAX_COUNT, isCount, ranLow, shortOf } from '../../wallet/charge.js';
import { availableOf, type Wallet, type WalletFact } from '../../wallet/wallet.js';
import type { ExistingHold, Hold, HoldFact } from '../hold.js';

export interface SettleHold {
  readonly holdId: string;
  /** `null` settles all of it. */
  readonly count: number | null;
  readonly month: string;
  readonly at: string;
}
export interface Settled {
  readonly hold: ExistingHold;
  readonly count: number;
  readonly chargedMicroMu: bigint;
  readonly releasedMicroMu: bigint;
  readonly late: boolean;
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}
type Facts = { wallet: WalletFact[]; hold: HoldFact[] };

/**
 * Charges what was really used, at the rate locked when the hold was made, and returns the rest. A hold that
 * expired is still settled for a day if the balance covers it: neither stranded MU nor unpaid work (contract §8).
 */
export function settleHold(
  command: SettleHold,
  { wallet, hold }: { wallet: Wallet; hold: Hold },
): Decision<Facts, Settled> {
  if (hold.status === 'absent' || wallet.status === 'absent')
    return refuse('wallet.hold_not_found', { id: command.holdId });
  if (wallet.status === 'closed') return refuse('wallet.closed');
  if (hold.status === 'settled') return refuse('wallet.hold_settled', { id: hold.holdId });
  if (hold.status === 'released') return refuse('wallet.hold_released', { id: hold.holdId });
  if (command.at >= hold.settleUntil)
    return refuse('wallet.hold_expired', { id: hold.holdId, settle_until: hold.settleUntil });
  const count = command.count ?? hold.count;
  if (!isCount(count, 0)) return refuse('wallet.count_invalid', { min: 0, max: MAX_COUNT });
  if (count > hold.count) return refuse('wallet.settle_exceeds_hold', { max_count: hold.count });

  const heldMicroMu = hold.status === 'open' ? BigInt(hold.microMu) : 0n;
  const chargedMicroMu = BigInt(hold.rateMicroMu) * BigInt(count);
  const short = heldMicroMu === 0n ? shortOf(wallet, chargedMicroMu) : null;
  if (short !== null) return short;

  const releasedMicroMu = heldMicroMu > chargedMicroMu ? heldMicroMu - chargedMicroMu : 0n;
  const takenMicroMu = chargedMicroMu - heldMicroMu;
  const late = command.at >= hold.expiresAt;
  const { at, month } = command;
  const consumed: WalletFact = {
    type: 'MuConsumed',
    data: {
      id: hold.holdId,
      holdId: hold.holdId,
      endsHold: hold.status === 'open',
      service: hold.service,
      count,
      microMu: String(chargedMicroMu),
      unheldMicroMu: String(heldMicroMu),
      reference: hold.reference,
      month,
      at,
    },
  };
  const settled: HoldFact = {
    type: 'HoldSettled',
    data: { count, chargedMicroMu: String(chargedMicroMu), releasedMicroMu: String(releasedMicroMu), late, at },
  };
  return accept(
    { wallet: takenMicroMu > 0n ? [consumed, ...ranLow(wallet, takenMicroMu, at)] : [consumed], hold: [settled] },
    {
      hold: { ...hold, status: 'settled' },
      count,
      chargedMicroMu,
      releasedMicroMu,
      late,
      availableMicroMu: availableOf(wallet.counters) - takenMicroMu,
      heldMicroMu: wallet.counters.held - heldMicroMu,
    },
  );
}
