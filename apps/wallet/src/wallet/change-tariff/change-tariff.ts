import { accept, type Decision } from '@kushk/decider';
import { onlyPlan, type Tariff, type TariffFact, type TariffState } from '../../tariff/tariff.js';
import type { Wallet, WalletFact } from '../wallet.js';

type Streams = { wallet: Wallet; tariff: TariffState };
type Facts = { wallet: WalletFact[]; tariff: TariffFact[] };

/** A new version of the plugin brought other services or rates. Open holds keep the rate they were made with. */
export function changeTariff(
  command: { readonly tariff: Tariff; readonly plan: string | null; readonly at: string },
  { wallet }: Streams,
): Decision<Facts, null> {
  if (wallet.status !== 'open') return accept({ wallet: [], tariff: [] }, null);
  const { tariff, at } = command;
  const plan = command.plan ?? wallet.plan;
  return accept(
    {
      wallet: [
        { type: 'TariffChanged', data: { tariff: onlyPlan(tariff, plan), at } },
        ...chosen(plan, wallet.plan, at),
      ],
      tariff: [{ type: 'TariffSet', data: { tariff, at } }],
    },
    null,
  );
}

/** The admin chose another plan: the next hold uses it (contract §8). */
export function choosePlan(
  { plan, at }: { readonly plan: string; readonly at: string },
  { wallet, tariff }: Streams,
): Decision<Facts, null> {
  if (wallet.status !== 'open' || wallet.plan === plan) return accept({ wallet: [], tariff: [] }, null);
  const whole = tariff.tariff ?? wallet.tariff;
  return accept(
    {
      wallet: [
        { type: 'TariffChanged', data: { tariff: onlyPlan(whole, plan), at } },
        ...chosen(plan, wallet.plan, at),
      ],
      tariff: tariff.tariff === null ? [{ type: 'TariffSet', data: { tariff: whole, at } }] : [],
    },
    null,
  );
}

function chosen(plan: string | null, before: string | null, at: string): WalletFact[] {
  return plan === null || plan === before ? [] : [{ type: 'PlanChosen', data: { plan, at } }];
}
