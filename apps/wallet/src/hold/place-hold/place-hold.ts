import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import { cannotPay, chargeFor, warningFacts } from '../../wallet/charge.js';
import { allows, refusalOf, type WalletAllowing } from '../../wallet/status-rules.js';
import type { WalletFact } from '../../wallet/wallet-facts.js';
import { availableOf, type Wallet } from '../../wallet/wallet.js';
import { reservedUse, type Hold, type HoldFact, type HoldTerms } from '../hold.js';

/**
 * The limits of a hold's lifetime, and how long after its expiry a hold can still be settled
 * (docs/reference/money.md).
 */
export const HOLD_TTL_SECONDS = { standard: 900, min: 10, max: 86_400 } as const;
export const LATE_SETTLE_SECONDS = 86_400;
/**
 * The limit of open holds per wallet: a plugin that never settles its holds must not fill the table in which the
 * worker looks for expired holds.
 */
export const OPEN_HOLDS_LIMIT = 10_000;

export interface PlaceHold {
  readonly holdId: string;
  readonly service: string;
  readonly count: number;
  readonly ttlSeconds: number;
  readonly reference: string | null;
  /** The usage month of `nowMs`. */
  readonly month: string;
  readonly nowMs: number;
}
export interface PlacedHold {
  readonly hold: HoldTerms;
  readonly availableMicroMu: bigint;
  readonly heldMicroMu: bigint;
}
type Facts = { wallet: WalletFact[]; hold: HoldFact[] };

/** Reserves MU for a service before it is used, at the current rate. */
export function placeHold(
  command: PlaceHold,
  { wallet, hold }: { wallet: Wallet; hold: Hold },
): Decision<Facts, PlacedHold> {
  if (!allows(wallet, 'charge')) return refusalOf(wallet, 'charge');
  switch (hold.status) {
    case 'absent':
      return placeNewHold(command, wallet);
    case 'open':
    case 'settled':
    case 'released':
    case 'expired':
      // Ids are random, so a duplicate id is a bug and not a reason to reject the command.
      throw new Error(`hold ${hold.holdId} exists already`);
    default:
      return unreachable(hold);
  }
}

function placeNewHold(command: PlaceHold, wallet: WalletAllowing<'charge'>): Decision<Facts, PlacedHold> {
  const { service, count, ttlSeconds, month } = command;
  const { min, max } = HOLD_TTL_SECONDS;
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < min || ttlSeconds > max)
    return refuse('wallet.ttl_invalid', { min, max });
  if (wallet.openHolds >= OPEN_HOLDS_LIMIT) return refuse('wallet.too_many_holds', { max: OPEN_HOLDS_LIMIT });
  const charge = chargeFor(wallet, service, count);
  if ('accepted' in charge) return charge;
  const { amountMicroMu } = charge;
  const planned = { service, month, amountMicroMu };
  const refused = cannotPay(wallet, planned);
  if (refused !== null) return refused;

  const hold: HoldTerms = {
    installationId: wallet.installationId,
    organisationId: wallet.organisationId,
    holdId: command.holdId,
    service,
    count,
    rateMicroMu: String(charge.rateMicroMu),
    amountMicroMu: String(amountMicroMu),
    reference: command.reference,
    ...timesOf(command),
  };
  const at = hold.placedAt;
  const held: WalletFact = {
    type: 'MuHeld',
    data: { ...reservedUse(hold), holdId: hold.holdId, amountMicroMu: hold.amountMicroMu, month, at },
  };
  return accept(
    {
      wallet: [held, ...warningFacts(wallet, planned, at)],
      hold: [{ type: 'HoldPlaced', data: hold }],
    },
    {
      hold,
      availableMicroMu: availableOf(wallet.totals) - amountMicroMu,
      heldMicroMu: wallet.totals.held + amountMicroMu,
    },
  );
}

function timesOf({ nowMs, ttlSeconds }: PlaceHold): Pick<HoldTerms, 'placedAt' | 'expiresAt' | 'settleUntil'> {
  const inSeconds = (seconds: number) => new Date(nowMs + seconds * 1000).toISOString();
  return {
    placedAt: inSeconds(0),
    expiresAt: inSeconds(ttlSeconds),
    settleUntil: inSeconds(ttlSeconds + LATE_SETTLE_SECONDS),
  };
}
