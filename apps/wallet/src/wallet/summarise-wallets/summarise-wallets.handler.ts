import { queryHandler, respond } from '@kushk/broker';
import {
  tehranDayOf,
  usageMonthBefore,
  usageMonthBounds,
  usageMonthOf,
  walletOverview,
  WALLETS_PER_REQUEST,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { Usage } from '../get-monthly-usage/usage.view.js';
import { balanceOf, controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { availableOf, isLow } from '../wallet.js';
import { costAt } from './cost-at.js';
import { enoughUntil } from './enough-until.js';

/** Returns the wallets of the installations with what they used this month and the month before. */
export const SummariseWalletsHandler = queryHandler(
  walletOverview.summaries,
  { store: EventStore, usage: Usage },
  async (request, { store, usage }) => {
    const ids = request.installation_ids.slice(0, WALLETS_PER_REQUEST);
    const at = now();
    const month = usageMonthOf(at);
    const { startsAt } = usageMonthBounds(month);
    const before = usageMonthBefore(month);
    const periodMs = startsAt.getTime() - usageMonthBounds(before).startsAt.getTime();
    const [wallets, totals, services] = await Promise.all([
      Promise.all(ids.map(async (id) => (await store.load(streamRef(walletStream, id))).state)),
      usage.totalsOf([month, before], ids),
      usage.servicesOf([before], ids),
    ]);
    const used = Map.groupBy(services, (row) => row.installation_id);
    const consumed = new Map(totals.map((row) => [`${row.installation_id} ${row.month}`, BigInt(row.consumed)]));
    const items = wallets.flatMap((wallet) => {
      if (wallet.status === 'absent') return [];
      const { installationId } = wallet;
      const last = consumed.get(`${installationId} ${before}`) ?? 0n;
      const forecast = costAt(wallet.prices.rates, used.get(installationId) ?? []);
      const until = enoughUntil({
        availableMicroMu: availableOf(wallet.totals),
        consumedMicroMu: forecast ?? 0n,
        periodMs,
        at,
      });
      return [
        {
          installation_id: installationId,
          ...balanceOf(wallet),
          ...controlsToWire(wallet),
          is_low: isLow(wallet),
          consumed_this_month: formatMu(consumed.get(`${installationId} ${month}`) ?? 0n),
          consumed_last_month: formatMu(last),
          forecast_month: forecast === null ? null : formatMu(forecast),
          enough_until: until === null ? null : tehranDayOf(until),
        },
      ];
    });
    return respond({ items });
  },
);
