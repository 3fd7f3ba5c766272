/**
 * The price of a service under the wallet's plan: the count times the rate, exact, never rounded
 * (docs/reference/money.md).
 */
import { refuse, type Refused } from '@kushk/decider';
import { MAX_MICRO_MU, formatMu } from '@kushk/manifest';
import { availableOf, lowThresholdOf, type ExistingWallet, type WalletFact } from './wallet.js';

/** The maximum count of one charge. */
export const MAX_COUNT = 1_000_000_000;

export interface Charge {
  readonly amountMicroMu: bigint;
  /** The rate in micro-MU per unit. */
  readonly rateMicroMu: bigint;
}

/** Computes the price of a service. Rejects the charge when the service or the plan has no rate. */
export function chargeFor(wallet: ExistingWallet, service: string, count: number): Charge | Refused {
  const { plan, prices } = wallet;
  if (!isCount(count, 1)) return refuse('wallet.count_invalid', { min: 1, max: MAX_COUNT });
  if (!prices.services.includes(service)) return refuse('wallet.service_unknown', { service });
  if (prices.rates === null) return refuse('wallet.plan_missing', { plan });
  const rate = Object.hasOwn(prices.rates, service) ? prices.rates[service] : undefined;
  if (rate === undefined) return refuse('wallet.service_unrated', { service, plan });
  const rateMicroMu = BigInt(rate);
  const amountMicroMu = rateMicroMu * BigInt(count);
  if (amountMicroMu > MAX_MICRO_MU)
    return refuse('wallet.count_invalid', { min: 1, max: Number(MAX_MICRO_MU / rateMicroMu) });
  return { amountMicroMu, rateMicroMu };
}

export function isCount(count: number, min: number): boolean {
  return Number.isInteger(count) && count >= min && count <= MAX_COUNT;
}

/** Returns null if the wallet can pay the amount, otherwise a rejection. */
export function insufficientBalance({ totals }: ExistingWallet, amountMicroMu: bigint): Refused | null {
  const available = availableOf(totals);
  return available >= amountMicroMu
    ? null
    : refuse('wallet.insufficient_balance', { required: formatMu(amountMicroMu), available: formatMu(available) });
}

/** Returns a `BalanceLow` fact if paying `amountMicroMu` makes the balance low; otherwise nothing. */
export function lowBalanceFacts(wallet: ExistingWallet, amountMicroMu: bigint, at: string): WalletFact[] {
  const { installationId, organisationId, totals } = wallet;
  const available = availableOf(totals) - amountMicroMu;
  const threshold = lowThresholdOf(totals);
  if (wallet.lowBalanceReported || available >= threshold) return [];
  const amounts = { availableMicroMu: String(available), thresholdMicroMu: String(threshold) };
  return [{ type: 'BalanceLow', data: { installationId, organisationId, ...amounts, at } }];
}
