/** The usage of installations, by publisher and month: for totals and lists. */
import type { InstanceUsageItem, PluginUsageTotals, UsageCounts } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { formatMu, parseMu } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { installationUsageStream } from './installation-usage.js';

@Entity('installation_usage')
export class InstallationUsageRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text') month: string;
  @Column('text') instance_id: string;
  @Column('text') plugin_id: string;
  @Column('text') alias: string;
  @Column('bigint') consumed_micro_mu: string;
  @Column('bigint') purchased_micro_mu: string;
  @Column('bigint') gifted_micro_mu: string;
  @Column('bigint') reversed_micro_mu: string;
  @Column('bigint') revoked_micro_mu: string;
  @Column('bigint') proposals_applied: string;
  @Column('bigint') proposals_rejected: string;
  /** The size of `item` in bytes of JSON. */
  @Column('int') bytes: number;
  @Column('json') item: InstanceUsageItem;
}

export const installationUsageView = stateView({
  entity: InstallationUsageRow,
  of: installationUsageStream,
  row: (usage) => {
    if (usage.status === 'absent') return null;
    const { publisherId, month, instanceId, item } = usage;
    return {
      publisher_id: publisherId,
      month,
      instance_id: instanceId,
      plugin_id: item.plugin_id,
      alias: item.alias,
      consumed_micro_mu: microMu(item.mu_consumed),
      purchased_micro_mu: microMu(item.mu_purchased),
      gifted_micro_mu: microMu(item.mu_gifted),
      reversed_micro_mu: microMu(item.mu_reversed),
      revoked_micro_mu: microMu(item.mu_revoked),
      proposals_applied: String(item.proposals_applied),
      proposals_rejected: String(item.proposals_rejected),
      bytes: JSON.stringify(item).length,
      item,
    };
  },
});

function microMu(text: string): string {
  return String(parseMu(text) ?? 0n);
}

/** The place of an item in the order of a list: by plugin, alias, and instance. */
export type UsagePlace = readonly [pluginId: string, alias: string, instanceId: string];
/** Selects usage. A `pluginId` of null selects every plugin. */
interface UsageList {
  readonly publisherId: string;
  readonly month: string;
  readonly pluginId: string | null;
}
type Totals = Record<
  'publisher_id' | 'plugin_id' | 'consumed' | 'purchased' | 'gifted' | 'reversed' | 'revoked' | 'applied' | 'rejected',
  string
>;

type Sums = Omit<Totals, 'publisher_id' | 'plugin_id'>;

function countsToWire(row: Sums): UsageCounts {
  return {
    mu_consumed: formatMu(BigInt(row.consumed)),
    mu_purchased: formatMu(BigInt(row.purchased)),
    mu_gifted: formatMu(BigInt(row.gifted)),
    mu_reversed: formatMu(BigInt(row.reversed)),
    mu_revoked: formatMu(BigInt(row.revoked)),
    proposals_applied: Number(row.applied),
    proposals_rejected: Number(row.rejected),
  };
}

const NO_SUMS: Sums = {
  consumed: '0',
  purchased: '0',
  gifted: '0',
  reversed: '0',
  revoked: '0',
  applied: '0',
  rejected: '0',
};
const SUMS = `sum(consumed_micro_mu)::text as consumed, sum(purchased_micro_mu)::text as purchased,
  sum(gifted_micro_mu)::text as gifted, sum(reversed_micro_mu)::text as reversed,
  sum(revoked_micro_mu)::text as revoked, sum(proposals_applied)::text as applied,
  sum(proposals_rejected)::text as rejected`;

const ROWS_PER_PAGE = 1_000;

@Injectable()
export class InstallationUsages {
  constructor(@InjectRepository(InstallationUsageRow) private readonly rows: Repository<InstallationUsageRow>) {}

  /** Returns how many installations of each instance have stored usage. */
  async countByInstance(publisherId: string, month: string): Promise<ReadonlyMap<string, number>> {
    const counts: { instance_id: string; count: string }[] = await this.rows.query(
      `select instance_id, count(*) as count from installation_usage where publisher_id = $1 and month = $2
       group by instance_id`,
      [publisherId, month],
    );
    return new Map(counts.map(({ instance_id, count }) => [instance_id, Number(count)]));
  }

  /** Those of the aliases under which another instance has reported usage, in any month. */
  async aliasesOfOthers(aliases: readonly string[], instanceId: string): Promise<string[]> {
    const rows: { alias: string }[] = await this.rows.query(
      'select distinct alias from installation_usage where alias = any($1) and instance_id <> $2 order by alias',
      [aliases, instanceId],
    );
    return rows.map(({ alias }) => alias);
  }

  /** Returns the exact totals of each plugin of these publishers with usage in this month, by publisher. */
  async totals(publisherIds: readonly string[], month: string): Promise<ReadonlyMap<string, PluginUsageTotals[]>> {
    const totals: Totals[] = await this.rows.query(
      `select publisher_id, plugin_id, ${SUMS}
       from installation_usage where publisher_id = any($1) and month = $2
       group by publisher_id, plugin_id order by plugin_id`,
      [publisherIds, month],
    );
    const byPublisher = Map.groupBy(totals, (row) => row.publisher_id);
    return new Map(
      [...byPublisher].map(([id, rows]) => [
        id,
        rows.map((row) => ({ plugin_id: row.plugin_id, ...countsToWire(row) })),
      ]),
    );
  }

  /** Returns the exact totals of a publisher, or of one of its plugins, in each of these months. */
  async totalsOfMonths(
    { publisherId, pluginId }: { readonly publisherId: string; readonly pluginId: string | null },
    months: readonly string[],
  ): Promise<ReadonlyMap<string, UsageCounts>> {
    const rows: (Sums & { readonly month: string })[] = await this.rows.query(
      `select month, ${SUMS} from installation_usage where publisher_id = $1 and month = any($2)
        and ($3::text is null or plugin_id = $3) group by month`,
      [publisherId, months, pluginId],
    );
    const found = new Map(rows.map((row) => [row.month, row]));
    return new Map(months.map((month) => [month, countsToWire(found.get(month) ?? NO_SUMS)]));
  }

  /**
   * Lists usage after a place, of one plugin or of all of them (null). The page ends at the item with which it exceeds
   * `maxBytes`, and the database reads no item beyond it.
   */
  async list(
    { publisherId, month, pluginId }: UsageList,
    after: UsagePlace,
    { maxBytes, limit = ROWS_PER_PAGE }: { readonly maxBytes: number; readonly limit?: number | undefined },
  ): Promise<{ readonly rows: readonly InstallationUsageRow[]; readonly hasMore: boolean }> {
    const sizes = `select stream_id, sum(bytes) over (order by plugin_id, alias, instance_id) - bytes as bytes_before
      from (select * from installation_usage
        where publisher_id = $1 and month = $2 and (plugin_id, alias, instance_id) > ($3, $4, $5)
          and ($7::text is null or plugin_id = $7)
        order by plugin_id, alias, instance_id limit $8) candidates`;
    const rows: InstallationUsageRow[] = await this.rows.query(
      `select u.plugin_id, u.alias, u.instance_id, u.item from (${sizes}) s join installation_usage u using (stream_id)
       where s.bytes_before < $6 order by u.plugin_id, u.alias, u.instance_id`,
      [publisherId, month, ...after, maxBytes, pluginId, limit + 1],
    );
    const bytes = rows.reduce((sum, { item }) => sum + JSON.stringify(item).length, 0);
    return { rows: rows.slice(0, limit), hasMore: rows.length > limit || bytes >= maxBytes };
  }
}
