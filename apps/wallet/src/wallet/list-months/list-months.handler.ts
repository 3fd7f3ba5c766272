import { queryHandler, respond } from '@kushk/broker';
import { usageMonthBounds, walletOverview, type WalletMonth } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import { Usage, type MonthlyTotalsRow, type ServiceUsageRow } from '../get-monthly-usage/usage.view.js';

/** Returns what moved in each month, with zeros for a month without movements. */
export const ListMonthsHandler = queryHandler(
  walletOverview.months,
  { usage: Usage },
  async ({ installation_id: id, months }, { usage }) => {
    const [totals, services] = await Promise.all([usage.totalsOf(months, [id]), usage.servicesOf(months, [id])]);
    const byMonth = new Map(totals.map((row) => [row.month, row]));
    const servicesByMonth = Map.groupBy(services, (row) => row.month);
    return respond({
      months: months.map((month) => monthToWire(month, byMonth.get(month), servicesByMonth.get(month) ?? [])),
    });
  },
);

function monthToWire(
  month: string,
  totals: MonthlyTotalsRow | undefined,
  services: readonly ServiceUsageRow[],
): WalletMonth {
  const { startsAt, endsAt } = usageMonthBounds(month);
  return {
    month,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    consumed: formatMu(BigInt(totals?.consumed ?? 0)),
    purchased: formatMu(BigInt(totals?.purchased ?? 0)),
    gifted: formatMu(BigInt(totals?.gifted ?? 0)),
    reversed: formatMu(BigInt(totals?.reversed ?? 0)),
    revoked: formatMu(BigInt(totals?.revoked ?? 0)),
    services: services.map(({ service, count, micro_mu }) => ({
      service,
      count: Number(count),
      mu: formatMu(BigInt(micro_mu)),
    })),
  };
}
