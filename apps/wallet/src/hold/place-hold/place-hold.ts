import { accept, refuse, type Decision } from '@kushk/decider';
import { chargeFor, ranLow, shortOf } from '../../wallet/charge.js';
import { availableOf, type Wallet, type WalletFact } from '../../wallet/wallet.js';
import type { Hold, HoldFact, Placed } from '../hold.js';

/** Life of a hold in seconds (contract §8), and how long after it a settle still counts. */
export const HOLD_TTL_SECONDS = { standard: 900, min: 10, max: 86_400 } as const;
export const LATE_SETTLE_SECONDS = 86_400;
/** So many holds of one wallet may be open at once: a plugin that never settles must not fill the table that the sweep of due holds reads. */
export const OPEN_HOLDS_LIMIT = 10_000;

export interface PlaceHold {
  readonly holdId: string;
  readonly service: string;
  readonly count: number;
  readonly ttlSeconds: number;
  readonly reference: string | null;
  readonly nowMs: number;
}
export interface PlacedHold {
  readonly hold: Placed;
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}
type Streams = { wallet: Wallet; hold: Hold };
type Facts = { wallet: WalletFact[]; hold: HoldFact[] };

/** Reserves MU before a service (seed: Money rules). The rate is locked with the hold. */
export function placeHold(command: PlaceHold, { wallet }: Streams): Decision<Facts, PlacedHold> {
  if (wallet.status === 'absent') return refuse('wallet.not_found');
  if (wallet.status === 'closed') return refuse('wallet.closed');
  const { holdId, service, count, ttlSeconds, reference, nowMs } = command;
  const { min, max } = HOLD_TTL_SECONDS;
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < min || ttlSeconds > max)
    return refuse('wallet.ttl_invalid', { min, max });
  if (wallet.openHolds >= OPEN_HOLDS_LIMIT) return refuse('wallet.too_many_holds', { max: OPEN_HOLDS_LIMIT });
  const charge = chargeFor(wallet, service, count);
  if ('accepted' in charge) return charge;
  const short = shortOf(wallet, charge.microMu);
  if (short !== null) return short;
  const microMu = String(charge.microMu);
  const placedAt = new Date(nowMs).toISOString();
  const hold: Placed = {
    installationId: wallet.installationId,
    organisationId: wallet.organisationId,
    holdId,
    service,
    count,
    rateMicroMu: String(charge.rateMicroMu),
    microMu,
    reference,
    placedAt,
    expiresAt: new Date(nowMs + ttlSeconds * 1000).toISOString(),
    settleUntil: new Date(nowMs + (ttlSeconds + LATE_SETTLE_SECONDS) * 1000).toISOString(),
  };
  return accept(
    {
      wallet: [
        { type: 'MuHeld', data: { holdId, microMu, at: placedAt } },
        ...ranLow(wallet, charge.microMu, placedAt),
      ],
      hold: [{ type: 'HoldPlaced', data: hold }],
    },
    {
      hold,
      availableMicroMu: availableOf(wallet.counters) - charge.microMu,
      heldMicroMu: wallet.counters.held + charge.microMu,
    },
  );
}
