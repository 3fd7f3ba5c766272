/** The plugins of a publisher, with a revision that changes with each of their releases. */
import type { ListedPlugin } from '@kushk/contracts';
import { counterView, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { pluginIdOf, releaseStream } from '../release/release.js';
import { newestPublished, pluginStream } from './plugin.js';

@Entity('plugins')
export class PluginRow {
  /** The plugin's id. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') publisher_id: string;
  @Column('text', { nullable: true }) latest_published: string | null;
}

/** The number of facts of all releases of a plugin. */
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
 * Names and kind are those of the newest published version, as users see the plugin; before the first publication,
 * those of the newest submission. The revision contains the time beside the number: after a restore from a backup the
 * count reaches the same number again with other releases.
 */
const PLUGINS = `
  select p.stream_id as id, shown.names, shown.summary->>'kind' as kind, p.latest_published,
    coalesce(c.changes, 0) || '-' || coalesce(extract(epoch from c.changed_at), 0) as revision
  from plugins p
  left join plugin_changes c on c.plugin_id = p.stream_id
  join submissions shown on shown.release_key = coalesce(
    p.stream_id || '@' || p.latest_published,
    (select newest.release_key from submissions newest where newest.plugin_id = p.stream_id order by newest.position desc limit 1))
  where p.publisher_id = $1 and ($2::text is null or p.stream_id > $2) order by p.stream_id limit $3`;

@Injectable()
export class Plugins {
  constructor(@InjectRepository(PluginRow) private readonly plugins: Repository<PluginRow>) {}

  /** Up to `limit` plugins by id, after the one with the id `after`, as the API lists them. */
  ofPublisher(
    publisherId: string,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<ListedPlugin[]> {
    return this.plugins.query<ListedPlugin[]>(PLUGINS, [publisherId, after, limit]);
  }
}
