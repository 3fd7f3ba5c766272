import { respond } from '@kushk/broker';
import { wallet, type RequestOf, type WalletUsage } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { walletStream } from '../wallet-stream.js';
import { Usage, type MonthlyTotalsRow, type ServiceUsageRow } from './usage.view.js';

@Controller()
export class GetMonthlyUsageHandler {
  constructor(
    private readonly store: EventStore,
    private readonly usage: Usage,
  ) {}

  @MessagePattern(wallet.monthlyUsage.subject)
  async handle({
    month,
    installation_ids,
  }: RequestOf<typeof wallet.monthlyUsage>): Promise<Outcome<{ items: readonly WalletUsage[] }>> {
    const [services, totals, versions] = await Promise.all([
      this.usage.servicesOf(month, installation_ids),
      this.usage.totalsOf(month, installation_ids),
      this.store.versions(installation_ids.map((id) => streamRef(walletStream, id))),
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
  }
}

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
