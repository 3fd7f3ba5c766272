/** The facts of a wallet. Amounts are whole micro-MU as decimal strings, because JSON has no 64-bit integers. */
import type { Fact } from '@kushk/decider';
import type { Prices } from '../price-list/price-list.js';

export type MuKind = 'purchase' | 'gift';

export interface GrantData {
  readonly id: string;
  readonly kind: MuKind;
  readonly amountMicroMu: string;
  readonly reference: string | null;
  readonly note: string | null;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
export interface RevocationData {
  readonly id: string;
  readonly kind: MuKind;
  readonly amountMicroMu: string;
  readonly reason: string;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
export interface ConsumptionData {
  /** The id of the charge; for a settlement the id of the hold. */
  readonly id: string;
  /** Null for a charge without a hold. */
  readonly holdId: string | null;
  /**
   * True when this charge ended an open hold. False when it settled an expired hold late, because that hold ended
   * when it expired.
   */
  readonly endsOpenHold: boolean;
  readonly service: string;
  readonly count: number;
  readonly rateMicroMu: string;
  readonly amountMicroMu: string;
  /** The amount that the hold reserved until this charge; 0 when there was no open hold. */
  readonly unreservedMicroMu: string;
  readonly reference: string | null;
  readonly month: string;
  readonly at: string;
}
export interface ReversalData {
  readonly id: string;
  /** The entry of the consumption that is given back. */
  readonly entryId: string;
  readonly holdId: string | null;
  readonly service: string;
  readonly count: number;
  readonly rateMicroMu: string | null;
  readonly amountMicroMu: string;
  /** The part that the consumption took from gifts, and that returns to them. */
  readonly giftedMicroMu: string;
  readonly reason: string;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
/** What a hold reserves. */
export interface HoldData {
  readonly holdId: string;
  readonly service: string;
  readonly count: number;
  readonly rateMicroMu: string;
  readonly amountMicroMu: string;
  readonly reference: string | null;
  readonly month: string;
  readonly at: string;
}
/** The end of one hold, or of all open holds together when the installation is removed. */
export type HoldEndData =
  | (HoldData & { readonly reason: 'release' | 'expiry' })
  | {
      readonly holdId: null;
      readonly amountMicroMu: string;
      readonly reason: 'removal';
      readonly month: string;
      readonly at: string;
    };
export interface CarriedData {
  readonly id: string;
  readonly amountMicroMu: string;
  readonly month: string;
  readonly at: string;
}
/** Limits per usage month in micro-MU. A service without a limit is absent. */
export interface Budget {
  readonly monthly: string | null;
  readonly services: Readonly<Record<string, string>>;
}

/** What an admin has limited, and what counts against it. Removing a plugin and installing it again ends neither. */
export interface Limits {
  readonly budget: Budget;
  readonly thresholdMicroMu: string | null;
  /** What each service consumed in the newest usage month, in micro-MU. */
  readonly use: { readonly month: string; readonly services: Readonly<Record<string, string>> };
}

/** Why holds, charges and settlements of a wallet are stopped. */
export interface Freeze {
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}
export interface OpenedData {
  readonly installationId: string;
  readonly organisationId: string;
  readonly plan: string | null;
  readonly prices: Prices;
  readonly at: string;
}
interface LowBalanceData {
  readonly installationId: string;
  readonly organisationId: string;
  readonly availableMicroMu: string;
  readonly thresholdMicroMu: string;
  readonly at: string;
}

interface ReachedBudget {
  readonly installationId: string;
  readonly organisationId: string;
  /** Null for the budget of the whole month. */
  readonly service: string | null;
  readonly month: string;
  readonly budgetMicroMu: string;
  /** What is consumed and held of it. */
  readonly usedMicroMu: string;
  readonly at: string;
}

/** A fact that moves MU. Each of them is one entry of the wallet. */
export type MovementFact =
  | Fact<'MuGranted', GrantData>
  | Fact<'MuRevoked', RevocationData>
  | Fact<'MuConsumed', ConsumptionData>
  | Fact<'MuReversed', ReversalData>
  | Fact<'MuHeld', HoldData>
  | Fact<'HeldMuReturned', HoldEndData>
  | Fact<'MuCarriedIn', CarriedData>
  | Fact<'MuCarriedOut', CarriedData>;

export type WalletFact =
  | MovementFact
  | Fact<'WalletOpened', OpenedData>
  | Fact<'PricesChanged', { prices: Prices; at: string }>
  | Fact<'PlanChosen', { plan: string; at: string }>
  | Fact<'BalanceLow', LowBalanceData>
  | Fact<'BudgetReached', ReachedBudget>
  | Fact<'WalletFrozen', Freeze>
  /** Published beside `WalletFrozen`, which stays private (docs/adr/0038-facts-of-newer-versions.md). */
  | Fact<'FreezeReported', { installationId: string; organisationId: string; by: string; at: string }>
  | Fact<'WalletUnfrozen', { by: string; at: string }>
  | Fact<'BudgetSet', Budget & { by: string; at: string }>
  | Fact<'ThresholdSet', { thresholdMicroMu: string | null; by: string; at: string }>
  | Fact<'LimitsCarriedIn', Limits & { at: string }>
  | Fact<'WalletClosed', { at: string }>;
