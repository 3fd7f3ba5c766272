/**
 * The recorded log of a service: `test/logs/<version>.jsonl` in its folder. Each release keeps one, and every later
 * version must fold and serve it. The first line names the version and the keys of the system that was recorded, with
 * which its sealed data can be opened; that system existed for the recording only. Every other line is a fact as it is
 * stored. To record: `KUSHK_RECORD_LOGS=0.1.0 npm test`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';

export interface RecordedSystem {
  readonly version: string;
  readonly logFormat: number;
  /** The configuration of the service on which its stored data depends. */
  readonly environment: Readonly<Record<string, string>>;
}
export interface StoredFact {
  readonly stream_id: string;
  readonly version: number;
  readonly event_id: string;
  readonly type: string;
  readonly data: object;
  readonly meta: object;
  readonly at: string;
}
export interface RecordedLog {
  readonly system: RecordedSystem;
  readonly facts: readonly StoredFact[];
}

/** A larger file would be a burden for every checkout. */
const LIMIT_BYTES = 300_000;

/** The category of the fact's stream and its type: `wallet WalletOpened`. */
export function kindOf({ stream_id, type }: Pick<StoredFact, 'stream_id' | 'type'>): string {
  return `${stream_id.slice(0, stream_id.indexOf('-'))} ${type}`;
}

/** Writes the smallest whole streams that contain every type of fact of the log. Throws when they are too large. */
export async function recordLog(
  file: string,
  { databaseUrl, service, system }: { databaseUrl: string; service: string; system: Omit<RecordedSystem, 'logFormat'> },
): Promise<void> {
  const { facts, logFormat } = await withClient(databaseUrl, async (client) => {
    const [format] = (await client.query<{ format: number }>(`select format from ${service}.log_format`)).rows;
    const stored = await client.query<StoredFact>(
      `select stream_id, version::int, event_id, type, data, meta, to_json(at) #>> '{}' as at
       from ${service}.log_events order by xid, position`,
    );
    return { facts: stored.rows, logFormat: format?.format ?? 0 };
  });
  const chosen = streamsOfEveryKind(facts);
  const lines = [{ ...system, logFormat }, ...facts.filter(({ stream_id }) => chosen.has(stream_id))];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (text.length > LIMIT_BYTES) throw new Error(`the log of ${service} takes ${text.length} of ${LIMIT_BYTES} bytes`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function streamsOfEveryKind(facts: readonly StoredFact[]): ReadonlySet<string> {
  const bytes = new Map<string, number>();
  for (const fact of facts) bytes.set(fact.stream_id, (bytes.get(fact.stream_id) ?? 0) + JSON.stringify(fact).length);
  const smallest = new Map<string, string>();
  for (const fact of facts) {
    const found = smallest.get(kindOf(fact));
    if (found === undefined || bytes.get(fact.stream_id)! < bytes.get(found)!)
      smallest.set(kindOf(fact), fact.stream_id);
  }
  return new Set(smallest.values());
}

export function readRecordedLog(file: URL): RecordedLog {
  const [system, ...facts] = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { system: system as RecordedSystem, facts: facts as StoredFact[] };
}

/**
 * Stores the facts in an empty log, in their order. Their transactions and positions are those of the new database. The
 * states of the streams are those of an unknown version, which a rebuild replaces.
 */
export async function storeFacts(databaseUrl: string, facts: readonly StoredFact[]): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
       select nextval('log_position'), fact ->> 'stream_id', (fact ->> 'version')::bigint, (fact ->> 'event_id')::uuid,
         fact ->> 'type', fact -> 'data', fact -> 'meta', (fact ->> 'at')::timestamptz
       from json_array_elements($1::json) with ordinality as facts (fact, number) order by number`,
      [JSON.stringify(facts)],
    );
    await client.query(
      `insert into log_streams (stream_id, version, prev_version, last_xid, state_version, state)
       select stream_id, max(version), max(version) - 1, pg_current_xact_id(), 0, 'null' from log_events group by stream_id`,
    );
  });
}

async function withClient<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
