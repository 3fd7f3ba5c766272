import { accept, refuse, type Decision } from '@kushk/decider';
import { parseMu } from '@kushk/manifest';
import { allows, refusalOf } from '../status-rules.js';
import { unknownService } from '../charge.js';
import type { Budget, WalletFact } from '../wallet-facts.js';
import type { ExistingWallet, Wallet } from '../wallet.js';

export interface SetBudget {
  readonly organisationId: string;
  /** MU as decimal strings, at most six decimals. */
  readonly monthly: string | null;
  readonly services: Readonly<Record<string, string>>;
  readonly by: string;
  readonly at: string;
}

/**
 * Replaces the limits of what may be consumed and held in a usage month, in all and by service. A limit may be below
 * what is already used: then nothing more can be consumed in this month.
 */
export function setBudget(command: SetBudget, wallet: Wallet): Decision<WalletFact[], ExistingWallet> {
  const { organisationId, monthly, services, by, at } = command;
  if (wallet.status !== 'absent' && wallet.organisationId !== organisationId) return refuse('installation.not_found');
  if (!allows(wallet, 'administer')) return refusalOf(wallet, 'administer');
  const limits: Record<string, string> = {};
  for (const [service, mu] of Object.entries(services)) {
    if (!wallet.prices.services.includes(service)) return unknownService(wallet.prices.services, service);
    const limit = parseMu(mu);
    if (limit === null || limit < 0n) return refuse('wallet.amount_invalid', { mu, service });
    limits[service] = String(limit);
  }
  const total = monthly === null ? null : parseMu(monthly);
  if (monthly !== null && (total === null || total < 0n)) return refuse('wallet.amount_invalid', { mu: monthly });
  const budget: Budget = { monthly: total === null ? null : String(total), services: limits };
  return accept([{ type: 'BudgetSet', data: { ...budget, by, at } }], { ...wallet, budget });
}
