import { answer } from '@kushk/broker';
import { wallet, type RequestOf, type WalletUsage } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu } from '@kushk/manifest';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { walletStream } from '../wallet.js';
import { Usage, type MonthlyTotalsRow, type ServiceUsageRow } from './usage.view.js';

@Controller()
export class MonthlyUsageHandler {
  constructor(
    private readonly store: EventStore,
    private readonly usage: Usage,
  ) {}

  @MessagePattern(wallet.monthlyUsage.subject)
  async answer({ month, installation_ids }: RequestOf<typeof wallet.monthlyUsage>): Promise<Outcome<{ items: readonly WalletUsage[] }>> {
    const [services, totals] = await Promise.all([this.usage.servicesOf(month, installation_ids), this.usage.totalsOf(month, installation_ids)]);
    const items = installation_ids.map((id) => this.usageOf(id, totals.find((row) => row.installation_id === id), services.filter((row) => row.installation_id === id)));
    return answer({ items: await Promise.all(items) });
  }

  private async usageOf(installationId: string, totals: MonthlyTotalsRow | undefined, services: ServiceUsageRow[]): Promise<WalletUsage> {
    const { version } = await this.store.load(streamRef(walletStream, installationId));
    return {
      installation_id: installationId,
      sequence: version,
      mu_consumed: formatMu(BigInt(totals?.consumed ?? 0)),
      mu_purchased: formatMu(BigInt(totals?.purchased ?? 0)),
      mu_gifted: formatMu(BigInt(totals?.gifted ?? 0)),
      services: services.map((row) => ({ service: row.service, count: Number(row.count), mu: formatMu(BigInt(row.micro_mu)) })),
    };
  }
}
