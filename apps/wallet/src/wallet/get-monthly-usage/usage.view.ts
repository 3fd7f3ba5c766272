/**
 * Usage by installation and month of the Tehran (Persian) calendar (docs/reference/usage.md). The counters only
 * increase.
 */
import { counterView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Any, Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { walletStream } from '../wallet-stream.js';

/** The units and micro-MU of one service in one month. */
@Entity('service_usage')
export class ServiceUsageRow {
  @PrimaryColumn('text') installation_id: string;
  @PrimaryColumn('text') month: string;
  @PrimaryColumn('text') service: string;
  @Column('bigint') count: string;
  @Column('bigint') micro_mu: string;
}

/** The micro-MU granted, consumed, reversed and revoked in one month. */
@Entity('monthly_totals')
export class MonthlyTotalsRow {
  @PrimaryColumn('text') installation_id: string;
  @PrimaryColumn('text') month: string;
  @Column('bigint') purchased: string;
  @Column('bigint') gifted: string;
  @Column('bigint') consumed: string;
  @Column('bigint') reversed: string;
  @Column('bigint') revoked: string;
}

export const serviceUsage = counterView({
  entity: ServiceUsageRow,
  of: walletStream,
  keys: ['installation_id', 'month', 'service'],
  counters: ['count', 'micro_mu'],
  rows: (fact) => {
    if (fact.type !== 'MuConsumed') return [];
    const { month, service, count, amountMicroMu } = fact.data;
    return [{ installation_id: fact.id, month, service, count: String(count), micro_mu: amountMicroMu }];
  },
});

export const monthlyTotals = counterView({
  entity: MonthlyTotalsRow,
  of: walletStream,
  keys: ['installation_id', 'month'],
  counters: ['purchased', 'gifted', 'consumed', 'reversed', 'revoked'],
  rows: (fact) => {
    const nothing = {
      installation_id: fact.id,
      purchased: '0',
      gifted: '0',
      consumed: '0',
      reversed: '0',
      revoked: '0',
    };
    switch (fact.type) {
      case 'MuGranted':
        return [
          {
            ...nothing,
            month: fact.data.month,
            [fact.data.kind === 'purchase' ? 'purchased' : 'gifted']: fact.data.amountMicroMu,
          },
        ];
      case 'MuConsumed':
        return [{ ...nothing, month: fact.data.month, consumed: fact.data.amountMicroMu }];
      case 'MuReversed':
        return [{ ...nothing, month: fact.data.month, reversed: fact.data.amountMicroMu }];
      case 'MuRevoked':
        return [{ ...nothing, month: fact.data.month, revoked: fact.data.amountMicroMu }];
      default:
        return [];
    }
  },
});

/** For `EventStore.loadWith`: the totals of one installation in one month, as a `MonthlyTotalsRow`. */
export function monthlyTotalsQuery(
  month: string,
  installationId: string,
): { readonly text: string; readonly values: readonly string[] } {
  const text = `select installation_id, month, purchased::text, gifted::text, consumed::text,
      reversed::text, revoked::text
    from monthly_totals where installation_id = $1 and month = $2`;
  return { text, values: [installationId, month] };
}

@Injectable()
export class Usage {
  constructor(
    @InjectRepository(ServiceUsageRow) private readonly services: Repository<ServiceUsageRow>,
    @InjectRepository(MonthlyTotalsRow) private readonly totals: Repository<MonthlyTotalsRow>,
  ) {}

  async totalsOf(months: readonly string[], installationIds: readonly string[]): Promise<MonthlyTotalsRow[]> {
    return await this.totals.findBy({ month: Any([...months]), installation_id: Any([...installationIds]) });
  }

  async servicesOf(months: readonly string[], installationIds: readonly string[]): Promise<ServiceUsageRow[]> {
    return await this.services.find({
      where: { month: Any([...months]), installation_id: Any([...installationIds]) },
      order: { service: 'ASC' },
    });
  }
}
