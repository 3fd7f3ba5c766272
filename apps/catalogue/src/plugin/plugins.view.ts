/** The plugins of a publisher. The revision of a plugin changes with every change of its releases or deprecation. */
import type { ListedPlugin, PluginSummary, ReleaseStatus } from '@kushk/contracts';
import { counterView, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { releaseSummary, type StatusSummary, type SubmissionSummary } from '../release/release-resource.js';
import { pluginIdOf, releaseStream } from '../release/release.js';
import { newestPublished, pluginStream } from './plugin.js';

@Entity('plugins')
export class PluginRow {
  /** The id of the plugin. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text', { nullable: true }) latest_published: string | null;
}

/** Counts the facts of all releases of a plugin. */
@Entity('plugin_changes')
export class PluginChangesRow {
  @PrimaryColumn('text') plugin_id: string;
  @Column('bigint') changes: string;
  @Column('timestamptz') changed_at: Date;
}

export const pluginsView = stateView({
  entity: PluginRow,
  of: pluginStream,
  row: (plugin) =>
    plugin.status === 'absent' ? null : { publisher_id: plugin.publisherId, latest_published: newestPublished(plugin) },
});

export const pluginChangesView = counterView({
  entity: PluginChangesRow,
  of: releaseStream,
  keys: ['plugin_id'],
  counters: ['changes'],
  rows: (fact) => [{ plugin_id: pluginIdOf(fact.id), changes: 1n, changed_at: fact.at }],
});

/**
 * The names and the kind come from the newest published version, which is what users see, or from the newest
 * submission before the first publication. The revision contains a time as well as the count: after a restore from a
 * backup, the count can reach the same number again with other releases.
 */
const PLUGINS = `
  select p.stream_id as id, shown.names, shown.summary->>'kind' as kind, p.latest_published,
    coalesce(c.changes, 0) || '-' || coalesce(extract(epoch from c.changed_at), 0) || coalesce('-' || d.sequence, '')
      as revision, d.deprecation
  from plugins p
  left join deprecations d on d.stream_id = p.stream_id
  left join plugin_changes c on c.plugin_id = p.stream_id
  join submissions shown on shown.release_key = coalesce(
    p.stream_id || '@' || p.latest_published,
    (select newest.release_key from submissions newest where newest.plugin_id = p.stream_id order by newest.position desc limit 1))
  where p.publisher_id = $1 and ($2::text is null or p.stream_id > $2) order by p.stream_id limit $3`;

/** Reads one submission per plugin, so that a plugin with thousands of releases costs no more than any other. */
const SUMMARIES = `
  select p.stream_id as id, shown.names, shown.summary->>'kind' as kind, p.latest_published,
    newest.summary as submission, newest.position, status.summary as status, d.deprecation
  from plugins p
  left join deprecations d on d.stream_id = p.stream_id
  cross join lateral (
    select s.release_key, s.summary, s.position from submissions s where s.plugin_id = p.stream_id order by s.position desc limit 1
  ) newest
  join release_statuses status on status.stream_id = newest.release_key
  join submissions shown on shown.release_key = coalesce(p.stream_id || '@' || p.latest_published, newest.release_key)
  where p.publisher_id = $1 and ($4::text is null or p.stream_id = $4)
    and ($5::tsquery is null or status.terms @@ $5::tsquery) and ($6::text is null or status.status = $6)`;
const IN_ORDER = {
  id: `${SUMMARIES} and ($2::text is null or p.stream_id > $2) order by p.stream_id limit $3`,
  newest: `${SUMMARIES} and ($2::bigint is null or newest.position < $2) order by newest.position desc limit $3`,
} as const;

type SummaryRow = Omit<PluginSummary, 'newest'> & {
  readonly position: string;
  readonly submission: SubmissionSummary;
  readonly status: StatusSummary;
};
/** A plugin with the position of its newest submission in the order of all submissions. */
interface PlacedSummary {
  readonly position: string;
  readonly summary: PluginSummary;
}
interface Position {
  /** Id of the last plugin of the previous page; by submission, its position. */
  readonly after: string | null;
  readonly limit: number;
}

interface SummaryFilter {
  readonly publisherId: string;
  readonly pluginId: string | null;
  /** As `searchQuery` returns it, for the newest submission of a plugin. */
  readonly search: string | null;
  /** Of the newest submission. */
  readonly status: ReleaseStatus | null;
  readonly sort: keyof typeof IN_ORDER;
}

@Injectable()
export class Plugins {
  constructor(@InjectRepository(PluginRow) private readonly plugins: Repository<PluginRow>) {}

  /** Returns up to `limit` plugins in the order of their ids, starting after the id `after`. */
  ofPublisher(publisherId: string, { after, limit }: Position): Promise<ListedPlugin[]> {
    return this.plugins.query<ListedPlugin[]>(PLUGINS, [publisherId, after, limit]);
  }

  /** The plugins, each with its newest submission. With a `pluginId`, only that plugin. */
  async summariesOf(
    { publisherId, pluginId, search, status: wanted, sort }: SummaryFilter,
    { after, limit }: Position,
  ): Promise<PlacedSummary[]> {
    const values = [publisherId, after, limit, pluginId, search, wanted];
    const rows = await this.plugins.query<SummaryRow[]>(IN_ORDER[sort], values);
    return rows.map(({ submission, status, position, ...plugin }) => {
      return { position, summary: { ...plugin, newest: releaseSummary(submission, status) } };
    });
  }
}
