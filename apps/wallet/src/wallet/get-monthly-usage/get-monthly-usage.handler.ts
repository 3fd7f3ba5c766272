import { queryHandler, respond } from '@kushk/broker';
import { wallet, type WalletUsage } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { walletStream } from '../wallet-stream.js';
import { Usage, type MonthlyTotalsRow, type ServiceUsageRow } from './usage.view.js';

export const GetMonthlyUsageHandler = queryHandler(
  wallet.monthlyUsage,
  { store: EventStore, usage: Usage },
  async ({ month, installation_ids }, { store, usage }) => {
    const [services, totals, versions] = await Promise.all([
      usage.servicesOf([month], installation_ids),
      usage.totalsOf([month], installation_ids),
      store.versions(installation_ids.map((id) => streamRef(walletStream, id))),
    ]);
    // A publisher may have very many installations, so this code uses maps. Searching a list for each installation
    // would take quadratic time.
    const servicesById = Map.groupBy(services, (row) => row.installation_id);
    const totalsById = new Map(totals.map((row) => [row.installation_id, row]));
    return respond({
      items: installation_ids.map((id, index) =>
        usageToWire({
          id,
          sequence: versions[index] ?? 0,
          totals: totalsById.get(id),
          services: servicesById.get(id) ?? [],
        }),
      ),
    });
  },
);

interface InstallationUsage {
  readonly id: string;
  readonly sequence: number;
  readonly totals: MonthlyTotalsRow | undefined;
  readonly services: readonly ServiceUsageRow[];
}

function usageToWire({ id, sequence, totals, services }: InstallationUsage): WalletUsage {
  return {
    installation_id: id,
    sequence,
    mu_consumed: formatMu(BigInt(totals?.consumed ?? 0)),
    mu_purchased: formatMu(BigInt(totals?.purchased ?? 0)),
    mu_gifted: formatMu(BigInt(totals?.gifted ?? 0)),
    mu_reversed: formatMu(BigInt(totals?.reversed ?? 0)),
    mu_revoked: formatMu(BigInt(totals?.revoked ?? 0)),
    services: services.map((row) => ({
      service: row.service,
      count: Number(row.count),
      mu: formatMu(BigInt(row.micro_mu)),
    })),
  };
}
