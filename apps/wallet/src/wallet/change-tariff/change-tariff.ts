import { accept, type Decision } from '@kushk/decider';
import type { Tariff, Wallet, WalletFact } from '../wallet.js';

/** A new version of the plugin brought other services or rates. Open holds keep the rate they were made with. */
export function changeTariff(command: { readonly tariff: Tariff; readonly plan: string | null; readonly at: string }, wallet: Wallet): Decision<WalletFact[], null> {
  if (wallet.status !== 'open') return accept([], null);
  const { tariff, plan, at } = command;
  const facts: WalletFact[] = [{ type: 'TariffChanged', data: { tariff, at } }];
  if (plan !== null && plan !== wallet.plan) facts.push({ type: 'PlanChosen', data: { plan, at } });
  return accept(facts, null);
}

/** The admin chose another plan: the next hold uses it (contract §8). */
export function choosePlan(command: { readonly plan: string; readonly at: string }, wallet: Wallet): Decision<WalletFact[], null> {
  if (wallet.status !== 'open' || wallet.plan === command.plan) return accept([], null);
  return accept([{ type: 'PlanChosen', data: command }], null);
}
