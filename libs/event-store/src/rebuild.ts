/**
 * Folds state rows and views anew from the log, beside the live ones, and compares or replaces them. The log is the
 * only truth: whatever else the loop has written must come out of it again.
 */
import type { AnyStreamType } from '@kushk/decider';
import pg from 'pg';
import { plainArray, textArray } from './array-literal.js';
import { endClient } from './connection.js';
import { dataSourceOf, migrate } from './data-source.js';
import type { StreamInRound } from './deciding.js';
import { eventColumns, recordedFact, type EventRow } from './event-store.js';
import { definitionOf, type StoreOptions } from './open.js';
import { textOf } from './round.js';
import { tableOf, viewWriter, type Statement, type ViewTable, type ViewWriter } from './view-sql.js';

/** Facts folded at a time. */
const batchSize = 5_000;
/** Rows shown of each difference. */
const shownRows = 5;

/** One table as it is and as the log says it should be. */
export interface TableDifference {
  readonly table: string;
  /** Rows that the log makes and the live table lacks, and the other way round. */
  readonly missing: number;
  readonly surplus: number;
  /** Some of them, as JSON. */
  readonly examples: readonly string[];
}
export interface RebuildReport {
  readonly facts: number;
  readonly streams: number;
  /** Empty when the live tables are what the log makes. */
  readonly differences: readonly TableDifference[];
}

export type RebuildOptions = Pick<
  StoreOptions,
  'databaseUrl' | 'service' | 'streams' | 'views' | 'entities' | 'migrations'
> & {
  /** `compare` only reads, in one snapshot; `replace` holds all commands of the service back until it is done. */
  readonly mode: 'compare' | 'replace';
};

/** A live table and the temporary one that is folded anew. */
interface Pair {
  readonly table: ViewTable;
  readonly fresh: string;
}

/** Folds the whole log of a service anew. In mode `replace` the report tells what was different before. */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const definition = definitionOf(options);
  const dataSource = dataSourceOf(options.databaseUrl, definition);
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: `${options.service} rebuild`,
  });
  await dataSource.initialize();
  try {
    await migrate(options.databaseUrl, dataSource, options.service);
    await client.connect();
    await client.query(options.mode === 'compare' ? 'begin isolation level repeatable read' : 'begin');
    // Every command locks a row of this table first, so none is half done while the log is read.
    if (options.mode === 'replace') await client.query('lock table log_streams in exclusive mode');
    const pairs = new Map<string, Pair>();
    const writers: ViewWriter[] = [];
    for (const [index, view] of definition.views.entries()) {
      if (view.kind === 'fact' && view.workedOff === true) continue;
      const table = tableOf(dataSource.getMetadata(view.entity));
      const pair = pairs.get(table.name) ?? { table, fresh: `"fresh_${pairs.size}"` };
      if (!pairs.has(table.name))
        await client.query(`create temp table ${pair.fresh} (like ${table.name} including all) on commit drop`);
      pairs.set(table.name, pair);
      writers.push(viewWriter(view, { ...table, name: pair.fresh }, `fresh_${index}`));
    }
    const folded = await foldAll(client, definition.streams, writers);
    await writeStates(client, folded.streams);
    const differences = [];
    for (const pair of pairs.values()) differences.push(await compareTables(client, pair));
    differences.push(await compareStates(client));
    if (options.mode === 'replace') await replaceAll(client, [...pairs.values()]);
    await client.query('commit');
    return {
      facts: folded.facts,
      streams: folded.streams.size,
      differences: differences.filter(({ missing, surplus }) => missing + surplus > 0),
    };
  } finally {
    await endClient(client);
    await dataSource.destroy();
  }
}

async function foldAll(
  client: pg.Client,
  types: readonly AnyStreamType[],
  writers: readonly ViewWriter[],
): Promise<{ streams: Map<string, StreamInRound>; facts: number }> {
  const byCategory = new Map(types.map((type) => [type.category, type]));
  const streams = new Map<string, StreamInRound>();
  let facts = 0;
  await client.query(
    `declare the_log no scroll cursor for select ${eventColumns} from log_events e order by e.xid, e.position`,
  );
  for (;;) {
    const { rows } = await client.query<EventRow>(`fetch ${batchSize} from the_log`);
    if (rows.length === 0) return { streams, facts };
    const changed = new Set<StreamInRound>();
    const recorded = rows.map(recordedFact);
    for (const fact of recorded) {
      const type = byCategory.get(fact.category);
      if (type === undefined)
        throw new TypeError(`the log has facts of "${fact.category}", a stream type that the service does not name`);
      const stream = streams.get(fact.streamId) ?? {
        streamId: fact.streamId,
        id: fact.id,
        type,
        storedVersion: 0,
        version: 0,
        state: type.initial as unknown,
      };
      stream.state = type.evolve(stream.state, fact);
      stream.version = fact.version;
      streams.set(fact.streamId, stream);
      changed.add(stream);
    }
    for (const writer of writers)
      for (const statement of writer.write({ streams: [...changed], facts: recorded }))
        await perform(client, statement);
    facts += rows.length;
  }
}

async function writeStates(client: pg.Client, streams: ReadonlyMap<string, StreamInRound>): Promise<void> {
  await client.query(
    'create temp table fresh_states (stream_id text collate "C" primary key, version bigint, state_version integer, state json) on commit drop',
  );
  const all = [...streams.values()];
  for (let from = 0; from < all.length; from += batchSize) {
    const part = all.slice(from, from + batchSize);
    await client.query(
      `insert into fresh_states select u.stream_id, u.version, u.state_version, u.state::json
       from unnest($1::text[], $2::bigint[], $3::int[], $4::text[]) as u(stream_id, version, state_version, state)`,
      [
        textArray(part.map((each) => each.streamId)),
        plainArray(part.map((each) => each.version)),
        plainArray(part.map((each) => each.type.stateVersion)),
        textArray(part.map((each) => textOf(each.type, each.state))),
      ],
    );
  }
}

function compareTables(client: pg.Client, { table, fresh }: Pair): Promise<TableDifference> {
  const generated = textArray(table.generated);
  return difference(
    client,
    table.name,
    `select to_jsonb(t) - '${generated.replaceAll("'", "''")}'::text[] as row from ${table.name} t`,
    `select to_jsonb(t) - '${generated.replaceAll("'", "''")}'::text[] as row from ${fresh} t`,
  );
}

function compareStates(client: pg.Client): Promise<TableDifference> {
  const row = (from: string): string =>
    `select jsonb_build_object('stream_id', stream_id, 'version', version, 'state_version', state_version, 'state', state::jsonb) as row from ${from}`;
  return difference(client, 'log_streams', row('log_streams'), row('fresh_states'));
}

async function difference(client: pg.Client, table: string, live: string, fresh: string): Promise<TableDifference> {
  const count = async (text: string): Promise<{ count: number; examples: string[] }> => {
    const { rows } = await client.query<{ count: string; examples: string[] | null }>(
      `with d as (${text}) select (select count(*) from d) as count, (select array_agg(e.row::text) from (select row from d limit ${shownRows}) e) as examples`,
    );
    return { count: Number(rows[0]?.count ?? 0), examples: rows[0]?.examples ?? [] };
  };
  const missing = await count(`${fresh} except all ${live}`);
  const surplus = await count(`${live} except all ${fresh}`);
  return {
    table: table.replaceAll('"', ''),
    missing: missing.count,
    surplus: surplus.count,
    examples: [...missing.examples.map((row) => `missing ${row}`), ...surplus.examples.map((row) => `surplus ${row}`)],
  };
}

async function replaceAll(client: pg.Client, pairs: readonly Pair[]): Promise<void> {
  for (const { table, fresh } of pairs) {
    const columns = table.columns.map((column) => column.quoted).join(', ');
    await client.query(`delete from ${table.name}`);
    await client.query(`insert into ${table.name} (${columns}) select ${columns} from ${fresh}`);
  }
  await client.query(
    `update log_streams s set state = f.state, state_version = f.state_version, version = f.version from fresh_states f where f.stream_id = s.stream_id`,
  );
}

async function perform(client: pg.Client, statement: Statement): Promise<void> {
  await client.query({ text: statement.text, values: [...statement.values] });
}
