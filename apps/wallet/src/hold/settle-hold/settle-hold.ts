import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { MAX_COUNT, cannotPay, isCount, warningFacts } from '../../wallet/charge.js';
import { allows, refusalOf, type WalletAllowing } from '../../wallet/status-rules.js';
import type { WalletFact } from '../../wallet/wallet-facts.js';
import { availableOf, type Wallet } from '../../wallet/wallet.js';
import type { ExistingHold, Hold, HoldFact } from '../hold.js';

export interface SettleHold {
  readonly holdId: string;
  /** The number of used units; null settles the whole hold. */
  readonly count: number | null;
  readonly month: string;
  readonly at: string;
}
export interface Settlement {
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
 * Charges the used units at the rate of the hold and returns the rest. An expired hold can still be settled for a day
 * if the balance covers the charge, so that work is paid and no MU stays reserved (docs/reference/money.md).
 */
export function settleHold(
  command: SettleHold,
  { wallet, hold }: { wallet: Wallet; hold: Hold },
): Decision<Facts, Settlement> {
  if (hold.status === 'absent') return refuse('wallet.hold_not_found', { id: command.holdId });
  if (!allows(wallet, 'charge')) return refusalOf(wallet, 'charge');
  switch (hold.status) {
    case 'settled':
      return refuse('wallet.hold_settled', { id: hold.holdId });
    case 'released':
      return refuse('wallet.hold_released', { id: hold.holdId });
    case 'open':
    case 'expired':
      return settle(command, wallet, hold);
    default:
      return unreachable(hold);
  }
}

function settle(
  { count: usedCount, month, at }: SettleHold,
  wallet: WalletAllowing<'charge'>,
  hold: Extract<Hold, { status: 'open' | 'expired' }>,
): Decision<Facts, Settlement> {
  const { holdId, service, reference } = hold;
  if (at >= hold.settleUntil) return refuse('wallet.hold_expired', { id: holdId, settle_until: hold.settleUntil });
  const count = usedCount ?? hold.count;
  if (!isCount(count, 0)) return refuse('wallet.count_invalid', { min: 0, max: MAX_COUNT });
  if (count > hold.count) return refuse('wallet.settle_exceeds_hold', { max_count: hold.count });

  const reservedMicroMu = hold.status === 'open' ? BigInt(hold.amountMicroMu) : 0n;
  const chargedMicroMu = BigInt(hold.rateMicroMu) * BigInt(count);
  const planned = { service, month, amountMicroMu: chargedMicroMu };
  const refused = reservedMicroMu === 0n ? cannotPay(wallet, planned) : null;
  if (refused !== null) return refused;

  const releasedMicroMu = reservedMicroMu > chargedMicroMu ? reservedMicroMu - chargedMicroMu : 0n;
  const takenMicroMu = chargedMicroMu - reservedMicroMu;
  const late = at >= hold.expiresAt;
  const consumed: WalletFact = {
    type: 'MuConsumed',
    data: {
      id: holdId,
      holdId,
      endsOpenHold: hold.status === 'open',
      service,
      count,
      rateMicroMu: hold.rateMicroMu,
      amountMicroMu: String(chargedMicroMu),
      unreservedMicroMu: String(reservedMicroMu),
      reference,
      month,
      at,
    },
  };
  const amounts = { chargedMicroMu: String(chargedMicroMu), releasedMicroMu: String(releasedMicroMu) };
  return accept(
    {
      wallet:
        takenMicroMu > 0n
          ? [consumed, ...warningFacts(wallet, { service, month, amountMicroMu: takenMicroMu }, at)]
          : [consumed],
      hold: [{ type: 'HoldSettled', data: { count, ...amounts, late, at } }],
    },
    {
      hold: { ...hold, status: 'settled' },
      count,
      chargedMicroMu,
      releasedMicroMu,
      late,
      availableMicroMu: availableOf(wallet.totals) - takenMicroMu,
      heldMicroMu: wallet.totals.held - reservedMicroMu,
    },
  );
}
