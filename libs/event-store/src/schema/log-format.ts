/**
 * The format of a log: how its facts are stored and folded. It is stored with the first migration, and rises only when
 * no process of an older version runs any more.
 */
import { ConfigError } from '@kushk/runtime';
import type { DataSource } from 'typeorm';

/** The format that this version writes, and the only one that it reads. */
export const LOG_FORMAT = 1;

/**
 * Rejects with one line for the operator when another version wrote the log: its facts may mean something else. A
 * schema without a log, which the migrations fill, is accepted.
 */
export async function requireKnownLogFormat(database: DataSource, service: string): Promise<void> {
  const [{ log, format }] = await database.query<[{ log: string | null; format: string | null }]>(
    `select to_regclass('log_events')::text as log, to_regclass('log_format')::text as format`,
  );
  if (log === null) return;
  const [stored] =
    format === null ? [] : await database.query<{ format: number }[]>('select format from log_format where id = 1');
  if (stored?.format === LOG_FORMAT) return;
  const found = stored === undefined ? 'no log format: a version before 0.1.0 wrote it' : `log format ${stored.format}`;
  throw new ConfigError(
    `The data of ${service} has ${found}. This version reads log format ${LOG_FORMAT} only. ` +
      'Start the version that wrote the data, or use an empty database.',
  );
}
