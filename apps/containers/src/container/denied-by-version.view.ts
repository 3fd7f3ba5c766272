/**
 * What the containers of a version were denied, in all organisations of this instance together, for the reviewers of
 * the hub. It is changed in place, and a rebuild leaves it alone. It outlives the installations.
 */
import type { DeniedAttempt, DeniedCount } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { reportedHost } from './reported-host.js';

/** Destinations that are kept of one version: the ones that were tried last. */
const MAX_DESTINATIONS = 100;

const ADD = `
insert into denied_by_version as stored (plugin_id, version, protocol, host, port, count, last_on)
select container.plugin_id, container.spec->>'version', denied.protocol, denied.host, denied.port, sum(denied.count),
  max(denied.last_on)
from containers container, unnest($2::text[], $3::text[], $4::integer[], $5::bigint[], $6::date[])
  as denied (protocol, host, port, count, last_on)
where container.stream_id = $1
group by 1, 2, 3, 4, 5
order by 1, 2, 3, 4, 5
on conflict (plugin_id, version, protocol, host, port) do update set count = stored.count + excluded.count,
  last_on = greatest(stored.last_on, excluded.last_on)
returning plugin_id, version`;

const FORGET_OLDER = `
delete from denied_by_version where plugin_id = $1 and version = $2 and (protocol, host, port) in (
  select protocol, host, port from denied_by_version where plugin_id = $1 and version = $2
  order by last_on desc, count desc, protocol, host, port offset $3)`;

const LIST = `
select protocol, host, nullif(port, 0) as port, count, to_char(last_on, 'YYYY-MM-DD') as last_on
from denied_by_version where plugin_id = $1 and version = $2
order by count desc, protocol, host, port limit $3`;

interface StoredVersion {
  readonly plugin_id: string;
  readonly version: string;
}

@Injectable()
export class DeniedByVersion {
  constructor(private readonly database: DataSource) {}

  /** Adds the counts to the version that the container of this installation has now. */
  async add(transaction: EntityManager, installationId: string, attempts: readonly DeniedAttempt[]): Promise<void> {
    const rows = attempts.map((attempt) => ({
      ...attempt,
      host: reportedHost(attempt.host),
      port: attempt.port ?? 0,
      last_on: attempt.last_at.slice(0, 10),
    }));
    const columns = (['protocol', 'host', 'port', 'count', 'last_on'] as const).map((column) =>
      rows.map((row) => row[column]),
    );
    const [first]: readonly StoredVersion[] = await transaction.query(ADD, [installationId, ...columns]);
    if (first !== undefined) await transaction.query(FORGET_OLDER, [first.plugin_id, first.version, MAX_DESTINATIONS]);
  }

  async list(pluginId: string, version: string): Promise<readonly DeniedCount[]> {
    const rows: readonly (Omit<DeniedCount, 'count'> & { readonly count: string })[] = await this.database.query(LIST, [
      pluginId,
      version,
      MAX_DESTINATIONS,
    ]);
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }
}
