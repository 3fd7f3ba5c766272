/**
 * The price of a service under the wallet's plan: the count times the rate, exact, never rounded
 * (docs/reference/money.md), and whether balance and budgets cover it.
 */
import { refuse, type Refused } from '@kushk/decider';
import { MAX_MICRO_MU, formatMu, similarName } from '@kushk/manifest';
import type { WalletFact } from './wallet-facts.js';
import {
  availableOf,
  lowThresholdOf,
  REACHED_BUDGET_SHARE,
  type ActiveWallet,
  type ExistingWallet,
  type MonthUse,
} from './wallet.js';

/** The maximum count of one charge. */
export const MAX_COUNT = 1_000_000_000;

export interface Charge {
  readonly amountMicroMu: bigint;
  /** The rate in micro-MU per unit. */
  readonly rateMicroMu: bigint;
}
/** MU that would be charged or held for a service in a usage month. */
export interface Planned {
  readonly service: string;
  readonly month: string;
  readonly amountMicroMu: bigint;
}

/** Computes the price of a service. Rejects the charge when the service or the plan has no rate. */
export function chargeFor(wallet: ExistingWallet, service: string, count: number): Charge | Refused {
  const { plan, prices } = wallet;
  if (!isCount(count, 1)) return refuse('wallet.count_invalid', { min: 1, max: MAX_COUNT });
  if (!prices.services.includes(service)) return unknownService(prices.services, service);
  if (prices.rates === null) return refuse('wallet.plan_missing', { plan });
  const rate = Object.hasOwn(prices.rates, service) ? prices.rates[service] : undefined;
  if (rate === undefined) return refuse('wallet.service_unrated', { service, plan });
  const rateMicroMu = BigInt(rate);
  const amountMicroMu = rateMicroMu * BigInt(count);
  if (amountMicroMu > MAX_MICRO_MU)
    return refuse('wallet.count_invalid', { min: 1, max: Number(MAX_MICRO_MU / rateMicroMu) });
  return { amountMicroMu, rateMicroMu };
}

/** With the services that there are, and the one that a misspelt name probably means. */
export function unknownService(services: readonly string[], service: string): Refused {
  return refuse('wallet.service_unknown', { service, similar: similarName(service, services), services });
}

export function isCount(count: number, min: number): boolean {
  return Number.isInteger(count) && count >= min && count <= MAX_COUNT;
}

/** Returns null if the balance and the budgets of the month cover the amount, otherwise a rejection. */
export function cannotPay(wallet: ExistingWallet, planned: Planned): Refused | null {
  return insufficientBalance(wallet, planned.amountMicroMu) ?? exceededBudget(wallet, planned);
}

/** Returns null if the balance covers the amount, otherwise a rejection. */
function insufficientBalance({ totals }: ExistingWallet, amountMicroMu: bigint): Refused | null {
  const available = availableOf(totals);
  return available >= amountMicroMu
    ? null
    : refuse('wallet.insufficient_balance', { required: formatMu(amountMicroMu), available: formatMu(available) });
}

function exceededBudget({ budget, totals, use }: ExistingWallet, planned: Planned): Refused | null {
  // A hold may cost nothing, and a budget may be lowered below what is already used.
  if (planned.amountMicroMu === 0n) return null;
  const { service } = planned;
  const limit = Object.hasOwn(budget.services, service) ? budget.services[service] : undefined;
  if (limit !== undefined) {
    const exceeded = overLimit(limit, usedBy(use, planned), { planned, of: service });
    if (exceeded !== null) return exceeded;
  }
  if (budget.monthly === null) return null;
  const consumed = consumedIn(use, planned.month);
  return overLimit(budget.monthly, { consumed, held: totals.held }, { planned, of: null });
}

interface Used {
  readonly consumed: bigint;
  readonly held: bigint;
}
function overLimit(
  limit: string,
  { consumed, held }: Used,
  { planned, of }: { readonly planned: Planned; readonly of: string | null },
): Refused | null {
  if (consumed + held + planned.amountMicroMu <= BigInt(limit)) return null;
  return refuse('wallet.budget_exceeded', {
    service: of,
    month: planned.month,
    budget: formatMu(BigInt(limit)),
    consumed: formatMu(consumed),
    held: formatMu(held),
    required: formatMu(planned.amountMicroMu),
  });
}

/** What was consumed in a month: nothing when the month is newer than the newest charge. */
export function consumedIn(use: MonthUse, month: string): bigint {
  return use.month === month ? use.consumed : 0n;
}

function usedBy(use: MonthUse, { service, month }: Planned): Used {
  const used = Object.hasOwn(use.services, service) ? use.services[service]! : { consumed: 0n, held: 0n };
  return { consumed: use.month === month ? used.consumed : 0n, held: used.held };
}

/** The facts that warn the admins when a charge or a hold takes `planned.amountMicroMu` more. */
export function warningFacts(wallet: ActiveWallet, planned: Planned, at: string): WalletFact[] {
  return [...lowBalanceFacts(wallet, planned.amountMicroMu, at), ...reachedBudgets(wallet, planned, at)];
}

/** Returns a `BudgetReached` fact for each budget of which little is left afterwards, once a month. */
function reachedBudgets(wallet: ActiveWallet, planned: Planned, at: string): WalletFact[] {
  const { installationId, organisationId, budget, totals, use, budgetsReported } = wallet;
  const { service, month, amountMicroMu } = planned;
  const reported = budgetsReported.month === month ? budgetsReported.budgets : [];
  const ofService = Object.hasOwn(budget.services, service) ? budget.services[service]! : null;
  const limits = [
    { service, limit: ofService, used: usedBy(use, planned) },
    { service: null, limit: budget.monthly, used: { consumed: consumedIn(use, month), held: totals.held } },
  ];
  return limits.flatMap(({ service: of, limit, used: { consumed, held } }): WalletFact[] => {
    if (limit === null || amountMicroMu === 0n || reported.includes(of)) return [];
    const usedMicroMu = consumed + held + amountMicroMu;
    const { numerator, denominator } = REACHED_BUDGET_SHARE;
    if ((BigInt(limit) - usedMicroMu) * denominator >= BigInt(limit) * numerator) return [];
    const data = { installationId, organisationId, service: of, month, budgetMicroMu: limit, at };
    return [{ type: 'BudgetReached', data: { ...data, usedMicroMu: String(usedMicroMu) } }];
  });
}

/** Returns a `BalanceLow` fact if paying `amountMicroMu` makes the balance low; otherwise nothing. */
export function lowBalanceFacts(wallet: ActiveWallet, amountMicroMu: bigint, at: string): WalletFact[] {
  const { installationId, organisationId, totals } = wallet;
  const available = availableOf(totals) - amountMicroMu;
  const threshold = lowThresholdOf(wallet);
  if (wallet.lowBalanceReported || available >= threshold) return [];
  const amounts = { availableMicroMu: String(available), thresholdMicroMu: String(threshold) };
  return [{ type: 'BalanceLow', data: { installationId, organisationId, ...amounts, at } }];
}
