import { queryHandler, respond } from '@kushk/broker';
import { usageMonthBounds, usageMonthOf, wallet, type WalletResource } from '@kushk/contracts';
import { streamRef, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { monthlyTotalsQuery, type MonthlyTotalsRow } from '../get-monthly-usage/usage.view.js';
import { balanceOf, controlsToWire } from '../wallet-to-wire.js';
import type { WalletFact } from '../wallet-facts.js';
import { walletStream } from '../wallet-stream.js';
import { isLow, remainingOf, type ExistingWallet, type Wallet } from '../wallet.js';

export const GetWalletHandler = queryHandler(wallet.getWallet, { store: EventStore }, async (request, { store }) => {
  const at = now();
  const month = usageMonthOf(at);
  const { installation_id: id } = request;
  const { state, rows } = await store.loadWith<Wallet, WalletFact, MonthlyTotalsRow>(
    streamRef(walletStream, id),
    monthlyTotalsQuery(month, id),
  );
  const [totals] = rows;
  if (state.status === 'absent') return refuse('wallet.not_found');
  return respond({
    ...balanceOf(state),
    ...controlsToWire(state),
    is_low: isLow(state),
    totals: totalsOf(state),
    remaining: remainingToWire(state),
    month: monthOf(month, totals, state),
    plan: planOf(state),
    as_of: at.toISOString(),
  });
});

function totalsOf({ totals }: ExistingWallet): WalletResource['totals'] {
  const { purchased, gifted, consumed, reversed, revoked, carriedIn, carriedOut } = totals;
  return {
    purchased: formatMu(purchased),
    gifted: formatMu(gifted),
    consumed: formatMu(consumed),
    reversed: formatMu(reversed),
    revoked: formatMu(revoked),
    carried_in: formatMu(carriedIn),
    carried_out: formatMu(carriedOut),
  };
}

function remainingToWire(wallet: ExistingWallet): WalletResource['remaining'] {
  const { gift, purchase } = remainingOf(wallet);
  return { gifted: formatMu(gift), purchased: formatMu(purchase) };
}

function monthOf(
  month: string,
  totals: MonthlyTotalsRow | undefined,
  { use }: ExistingWallet,
): WalletResource['month'] {
  const { startsAt, endsAt } = usageMonthBounds(month);
  return {
    month,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    purchased: formatMu(BigInt(totals?.purchased ?? 0)),
    gifted: formatMu(BigInt(totals?.gifted ?? 0)),
    consumed: formatMu(BigInt(totals?.consumed ?? 0)),
    reversed: formatMu(BigInt(totals?.reversed ?? 0)),
    revoked: formatMu(BigInt(totals?.revoked ?? 0)),
    services: Object.entries(use.services)
      .map(([service, { consumed, held }]) => ({
        service,
        consumed: formatMu(use.month === month ? consumed : 0n),
        held: formatMu(held),
      }))
      .filter(({ consumed, held }) => consumed !== '0' || held !== '0'),
  };
}

function planOf({ plan, prices }: ExistingWallet): WalletResource['plan'] {
  if (plan === null) return null;
  const rates = Object.entries(prices.rates ?? {}).map(([service, rate]) => [service, formatMu(BigInt(rate))]);
  return { key: plan, rates: Object.fromEntries(rates) as Record<string, string> };
}
