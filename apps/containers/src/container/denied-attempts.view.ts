/** What containers tried to reach without being allowed to. It is changed in place, and a rebuild leaves it alone. */
import type { DeniedAttempt } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DeniedByVersion } from './denied-by-version.view.js';

/** Destinations that are kept of one installation: the ones that it tried last. */
const MAX_DESTINATIONS = 100;

const ADD = `
insert into denied_attempts as stored (installation_id, protocol, host, port, count, last_at)
select $1, * from unnest($2::text[], $3::text[], $4::integer[], $5::bigint[], $6::timestamptz[])
on conflict (installation_id, protocol, host, port) do update set count = stored.count + excluded.count,
  last_at = greatest(stored.last_at, excluded.last_at)`;

const FORGET_OLDER = `
delete from denied_attempts where installation_id = $1 and (protocol, host, port) in (
  select protocol, host, port from denied_attempts where installation_id = $1
  order by last_at desc, protocol, host, port offset $2)`;

const NEWEST = `
select protocol, host, nullif(port, 0) as port, count, last_at from denied_attempts where installation_id = $1
order by last_at desc, protocol, host, port limit $2`;

type StoredAttempt = Omit<DeniedAttempt, 'count' | 'last_at'> & { readonly count: string; readonly last_at: Date };

@Injectable()
export class DeniedAttempts {
  constructor(
    private readonly database: DataSource,
    private readonly byVersion: DeniedByVersion,
  ) {}

  /** Adds the counts to the installation, and to its version. Each destination is in the list once. */
  async add(installationId: string, attempts: readonly DeniedAttempt[]): Promise<void> {
    const columns = (['protocol', 'host', 'port', 'count', 'last_at'] as const).map((column) =>
      attempts.map((attempt) => attempt[column] ?? 0),
    );
    await this.database.transaction(async (transaction) => {
      await transaction.query(ADD, [installationId, ...columns]);
      await transaction.query(FORGET_OLDER, [installationId, MAX_DESTINATIONS]);
      await this.byVersion.add(transaction, installationId, attempts);
    });
  }

  async newest(installationId: string): Promise<readonly DeniedAttempt[]> {
    const rows: readonly StoredAttempt[] = await this.database.query(NEWEST, [installationId, MAX_DESTINATIONS]);
    return rows.map((row) => ({ ...row, count: Number(row.count), last_at: row.last_at.toISOString() }));
  }

  async delete(installationId: string): Promise<void> {
    await this.database.query('delete from denied_attempts where installation_id = $1', [installationId]);
  }
}
