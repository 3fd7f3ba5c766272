/** Inspects one PostgreSQL server and the role of a service, for `kushk-deploy check`. */
import { TLSSocket } from 'node:tls';
import { serverUrls } from '@kushk/runtime';
import pg from 'pg';
import { BACKUP_ROLE } from '../schema/roles.js';

const timeoutMs = 6_000;

/** Selects the newest file of the log whose archiving failed; null when a later one was archived. */
export const FAILED_ARCHIVE = `(select last_failed_wal from pg_stat_archiver
  where last_failed_time > coalesce(last_archived_time, '-infinity'))`;

/** The server and the session; times in milliseconds. */
export interface DatabaseReport {
  readonly version: string;
  /** Whether it accepts no writes: a standby, or read-only. */
  readonly isReadOnly: boolean;
  readonly isStandby: boolean;
  readonly isEncrypted: boolean;
  /** SHA-256 of the certificate that it serves; null without encryption. */
  readonly certificate: string | null;
  /** Whether archiving its log has failed after the last success, and which file. */
  readonly failedArchive: string | null;
  /** Whether the role of backups may replicate; null when there is no such role. */
  readonly backupReplicates: boolean | null;
  /** How far this process's clock is ahead of the server's; negative: behind. */
  readonly clockAheadMs: number;
  readonly settings: Readonly<Record<'max_connections' | 'wal_level' | 'archive_mode' | 'fsync', string>>;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** The schema in which an unqualified name is created; null when the first one of `search_path` does not exist. */
  readonly schema: string | null;
  /** Whether it may create temporary tables, which a rebuild of views needs. */
  readonly hasTemporary: boolean;
  /** Other schemas of services that the role may use. */
  readonly foreignSchemas: readonly string[];
  /** The error of a write that is rolled back; null when the server accepts it. */
  readonly writeError: unknown;
}

const settings = ['max_connections', 'wal_level', 'archive_mode', 'fsync'];
const report = `select current_setting('server_version') as version,
  pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as read_only,
  pg_is_in_recovery() as standby,
  ${FAILED_ARCHIVE} as failed_archive,
  (select rolreplication from pg_roles where rolname = $3) as backup_replicates,
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
  extract(epoch from clock_timestamp()) * 1000 as time,
  (select json_object_agg(name, setting) from pg_settings where name = any($1)) as settings,
  current_user as role, current_schema() as schema,
  (select rolsuper from pg_roles where rolname = current_user) as superuser,
  has_database_privilege(current_database(), 'temporary') as temporary,
  (select coalesce(json_agg(nspname), '[]') from pg_namespace
    where nspname = any($2) and nspname <> current_user and has_schema_privilege(oid, 'usage')) as foreign_schemas`;

/**
 * `services` are the names of all services with a schema. Rejects when the server does not answer or does not accept
 * the login.
 */
export async function inspectDatabase(url: string, services: readonly string[]): Promise<DatabaseReport> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kushk-deploy check',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const sentAt = Date.now();
    const { rows } = await client.query<Record<string, unknown>>(report, [settings, services, BACKUP_ROLE]);
    const now = (sentAt + Date.now()) / 2;
    const [row = {}] = rows;
    return {
      version: String(row['version']),
      isReadOnly: row['read_only'] === true,
      isStandby: row['standby'] === true,
      certificate: certificateOf(client),
      failedArchive: row['failed_archive'] as string | null,
      backupReplicates: row['backup_replicates'] as boolean | null,
      isEncrypted: row['encrypted'] === true,
      clockAheadMs: Math.round(now - Number(row['time'])),
      settings: row['settings'] as DatabaseReport['settings'],
      role: String(row['role']),
      isSuperuser: row['superuser'] === true,
      schema: row['schema'] as string | null,
      hasTemporary: row['temporary'] === true,
      foreignSchemas: row['foreign_schemas'] as readonly string[],
      writeError: row['read_only'] === true ? null : await errorOfWrite(client),
    };
  } finally {
    client.end().catch(() => undefined);
  }
}

function certificateOf(client: pg.Client): string | null {
  const { stream } = client.connection as unknown as { readonly stream: object };
  return stream instanceof TLSSocket ? (stream.getPeerX509Certificate()?.fingerprint256 ?? null) : null;
}

async function errorOfWrite(client: pg.Client): Promise<unknown> {
  try {
    await client.query('begin; create table kushk_deploy_check (); rollback');
    return null;
  } catch (error) {
    return error;
  }
}

/** Gives the role that logs in another password, on the server that accepts writes. Its open sessions stay. */
export async function changePassword(address: string, password: string): Promise<void> {
  const statement = `alter role current_user password ${pg.escapeLiteral(password)}`;
  const servers = serverUrls(address);
  for (const [index, url] of servers.entries()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(statement);
      return;
    } catch (error) {
      if (index === servers.length - 1) throw error;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}
