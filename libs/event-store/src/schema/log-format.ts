/**
 * The format of a log: how its facts are stored and folded. A new log has format 1. The format rises only when every
 * process of the service knows the new one (`raiseLogFormat`); until then, newer processes write the old one.
 */
import { ConfigError } from '@kushk/runtime';
import type { DataSource } from 'typeorm';
import { PrimaryClient } from '../postgres/primary-client.js';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import type { StoreDefinition } from '../definition.js';

/** The newest format that this version reads and writes. It reads and writes every earlier one as well. */
const LATEST_LOG_FORMAT = 1;

type Formatted = Pick<StoreDefinition, 'service' | 'latestLogFormat'>;

const latestOf = ({ latestLogFormat = LATEST_LOG_FORMAT }: Formatted): number => latestLogFormat;

/**
 * Rejects with one line for the operator when another version wrote the log: its facts may mean something else. A
 * schema without a log, which the migrations fill, is accepted.
 */
export async function requireKnownLogFormat(database: DataSource, definition: Formatted): Promise<void> {
  const [{ log, format }] = await database.query<[{ log: string | null; format: string | null }]>(
    `select to_regclass('log_events')::text as log, to_regclass('log_format')::text as format`,
  );
  if (log === null) return;
  const [stored] = format === null ? [] : await database.query<{ format: number }[]>('select format from log_format');
  if (stored !== undefined && stored.format <= latestOf(definition)) return;
  const found = stored === undefined ? 'no log format: a version before 0.1.0 wrote it' : `log format ${stored.format}`;
  throw new ConfigError(
    `The data of ${definition.service} has ${found}. This version reads log formats up to ${latestOf(definition)}. ` +
      'Start the version that wrote the data, or use an empty database.',
  );
}

const formatMark = ', log format ';

/** The name of connections that every process always has. It tells `raiseLogFormat` which format the process knows. */
export function readsName(definition: Formatted): string {
  return `${definition.service} reads${formatMark}${latestOf(definition)}`;
}

export interface RaisedLogFormat {
  readonly from: number;
  readonly to: number;
  /** The connections of processes that do not know the format `to`. When there are any, the format stays `from`. */
  readonly older: readonly string[];
}

/**
 * Raises the format of a log to the newest one that this version knows. A process that starts meanwhile reads the
 * format after it has connected: it either finds the new one, or is found here.
 */
export async function raiseLogFormat(databaseUrl: string, definition: Formatted): Promise<RaisedLogFormat> {
  const to = latestOf(definition);
  const client = new PrimaryClient({
    connectionString: databaseUrl,
    application_name: `${definition.service} log format`,
    ...SESSION_TIMEOUTS.background,
  });
  await client.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ format: number }>('select format from log_format for update');
    const from = rows[0]?.format ?? 0;
    if (from > to) throw new ConfigError(`The data of ${definition.service} has log format ${from}, a newer one.`);
    const { rows: older } = await client.query<{ connection: string }>(
      `select format('%s from %s since %s', application_name, coalesce(host(client_addr), 'this host'), backend_start)
          as connection
        from pg_stat_activity where datname = current_database() and usename = current_user
          and application_name like $1 || ' reads%'
          and coalesce(nullif(split_part(application_name, $2, 2), ''), '0')::int < $3`,
      [definition.service, formatMark, to],
    );
    if (older.length === 0) await client.query('update log_format set format = $1', [to]);
    await client.query('commit');
    return { from, to, older: older.map(({ connection }) => connection) };
  } finally {
    await client.end();
  }
}
