/**
 * The wallet of one installation: MU added, consumed and held. The balance is computed from these totals, so it can
 * always be recomputed from the facts. All totals except the held MU only increase. All amounts are whole micro-MU.
 */
import { unreachable } from '@kushk/decider';
import type { Prices } from '../price-list/price-list.js';
import type { Budget, Freeze, MuKind } from './wallet-facts.js';

/** The balance is low when it is below this share of all MU ever added, unless an admin has set a threshold. */
export const LOW_BALANCE_SHARE = { numerator: 1n, denominator: 10n } as const;

/** A budget is reached when less than this share of it is left. */
export const REACHED_BUDGET_SHARE = { numerator: 1n, denominator: 10n } as const;

/** The totals in micro-MU. All totals except `held` only increase. */
export interface WalletTotals {
  readonly purchased: bigint;
  readonly gifted: bigint;
  readonly consumed: bigint;
  readonly reversed: bigint;
  readonly revoked: bigint;
  readonly carriedIn: bigint;
  readonly carriedOut: bigint;
  readonly held: bigint;
}
/** What one service consumed in the newest usage month, and what is held for it now. */
export interface ServiceUse {
  readonly consumed: bigint;
  readonly held: bigint;
}
/** What counts against the budgets. */
export interface MonthUse {
  /** The newest usage month with a charge; empty before the first one. */
  readonly month: string;
  readonly consumed: bigint;
  /** Only services with consumed or held MU. */
  readonly services: Readonly<Record<string, ServiceUse>>;
}
/** The newest entry of the wallet (docs/reference/money.md). */
export interface ChainHead {
  readonly sequence: number;
  readonly previousHash: string | null;
  readonly hash: string | null;
  /** How much of the entry's amount was taken from gifts, or added to them. */
  readonly gifted: bigint;
}
interface WalletData {
  readonly installationId: string;
  readonly organisationId: string;
  readonly plan: string | null;
  readonly prices: Prices;
  readonly totals: WalletTotals;
  /** The gifts that are not consumed. Gifts are consumed first, so all other MU that are left are purchases. */
  readonly giftedLeft: bigint;
  readonly use: MonthUse;
  readonly budget: Budget;
  /** The threshold that an admin has set. */
  readonly thresholdMicroMu: string | null;
  readonly chain: ChainHead;
}
export interface ActiveData extends WalletData {
  /** Only the number of open holds: each hold is a separate stream, so that the wallet stays small. */
  readonly openHolds: number;
  /**
   * True after a `BalanceLow` fact, until added MU raise the balance to the threshold. It prevents repeated
   * `BalanceLow` facts.
   */
  readonly lowBalanceReported: boolean;
  /** The budgets of a month that were reported as reached; null is that of the whole month. */
  readonly budgetsReported: { readonly month: string; readonly budgets: readonly (string | null)[] };
}
export type ActiveWallet =
  (ActiveData & { readonly status: 'open' }) | (ActiveData & { readonly status: 'frozen'; readonly frozen: Freeze });
/** The wallet of a removed installation, with the freeze in which it was closed. Nothing changes it. */
type ClosedWallet = WalletData & { readonly status: 'closed'; readonly frozen: Freeze | null };
export type ExistingWallet = ActiveWallet | ClosedWallet;
/** The wallet in one of its statuses. `status-rules.ts` defines what each status allows. */
export type Wallet = { readonly status: 'absent' } | ExistingWallet;

/** The balance that can be charged or held, in micro-MU. It is never negative (docs/reference/money.md). */
export function availableOf(totals: WalletTotals): bigint {
  const { purchased, gifted, reversed, carriedIn, consumed, revoked, carriedOut, held } = totals;
  return purchased + gifted + reversed + carriedIn - consumed - revoked - carriedOut - held;
}

/** Everything that was ever added, except what was given back. The available balance never exceeds it. */
export function addedTo({ purchased, gifted, carriedIn }: WalletTotals): bigint {
  return purchased + gifted + carriedIn;
}

/** What is left of each kind, including what is held, in micro-MU. Carried MU count as purchases. */
export function remainingOf({ totals, giftedLeft }: ExistingWallet): Readonly<Record<MuKind, bigint>> {
  return { gift: giftedLeft, purchase: availableOf(totals) + totals.held - giftedLeft };
}

/** The threshold in micro-MU below which the balance is low. */
export function lowThresholdOf({ totals, thresholdMicroMu }: ExistingWallet): bigint {
  if (thresholdMicroMu !== null) return BigInt(thresholdMicroMu);
  return (addedTo(totals) * LOW_BALANCE_SHARE.numerator) / LOW_BALANCE_SHARE.denominator;
}

/** What stops the charges of the wallet, or stopped them when it was closed. */
export function freezeOf(wallet: ExistingWallet): Freeze | null {
  switch (wallet.status) {
    case 'open':
      return null;
    case 'frozen':
    case 'closed':
      return wallet.frozen;
    default:
      return unreachable(wallet);
  }
}

export function isLow(wallet: ExistingWallet): boolean {
  return availableOf(wallet.totals) < lowThresholdOf(wallet);
}
