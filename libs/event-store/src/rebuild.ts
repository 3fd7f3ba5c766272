/**
 * Rebuilds stream states and views from the log in temporary tables. Then compares them with the live tables, or
 * replaces the live tables. The log is the source of truth: everything else that the command loop writes must be
 * derivable from it.
 */
import type { AnyStreamType } from '@kushk/decider';
import type { DataSource } from 'typeorm';
import { plainArray, textArray } from './array-literal.js';
import { dataSourceOf, migrate } from './data-source.js';
import type { LoadedStream } from './decide-batch.js';
import type { StoreDefinition } from './definition.js';
import { definitionOf, type StoreOptions } from './open.js';
import { PipelinedClient } from './pipelined-client.js';
import { eventColumns, recordedFact, type EventRow } from './recorded-fact.js';
import { serializeState } from './stream-state.js';
import { compareStates, compareTables, type RebuiltTable, type TableDifference } from './table-difference.js';
import { tableOf, viewWriter, type ViewWriter } from './view-sql.js';

/** Number of facts folded at a time. */
const batchSize = 5_000;

export interface RebuildReport {
  readonly facts: number;
  readonly streams: number;
  /** Empty when the live tables match the log. In mode `replace`: the differences before the replacement. */
  readonly differences: readonly TableDifference[];
}

export type RebuildOptions = Pick<
  StoreOptions,
  'databaseUrl' | 'service' | 'streams' | 'views' | 'entities' | 'migrations'
> & {
  /** `compare` only reads, in one snapshot. `replace` blocks all commands of the service until it finishes. */
  readonly mode: 'compare' | 'replace';
};

/** Folds the whole log of a service. */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const definition = definitionOf(options);
  const dataSource = await dataSourceOf(options.databaseUrl, definition);
  const client = new PipelinedClient({
    connectionString: options.databaseUrl,
    application_name: `${options.service} rebuild`,
  });
  client.onLost(() => undefined);
  await dataSource.initialize();
  try {
    await migrate(options.databaseUrl, dataSource, options.service);
    await client.connect();
    await client.query(options.mode === 'compare' ? 'begin isolation level repeatable read' : 'begin');
    // Every command first locks a row of this table, so no command is half executed while the log is read.
    if (options.mode === 'replace') await client.query('lock table log_streams in exclusive mode');
    const { tables, writers } = await createTables(client, definition, dataSource);
    const folded = await foldAll(client, definition.streams, writers);
    await writeStates(client, folded.streams);
    const differences = [];
    for (const table of tables) differences.push(await compareTables(client, table));
    differences.push(await compareStates(client));
    if (options.mode === 'replace') await replaceAll(client, tables);
    await client.query('commit');
    return {
      facts: folded.facts,
      streams: folded.streams.size,
      differences: differences.filter(({ missing, surplus }) => missing + surplus > 0),
    };
  } finally {
    await client.end();
    await dataSource.destroy();
  }
}

/** One temporary table per live table; several views may write to the same table. */
async function createTables(
  client: PipelinedClient,
  definition: StoreDefinition,
  dataSource: DataSource,
): Promise<{ tables: RebuiltTable[]; writers: ViewWriter[] }> {
  const tables = new Map<string, RebuiltTable>();
  const writers: ViewWriter[] = [];
  for (const [index, view] of definition.views.entries()) {
    // Other code updates and deletes the rows of a queue table, so its content cannot be derived from the log.
    if (view.kind === 'fact' && view.isQueue === true) continue;
    const live = tableOf(dataSource.getMetadata(view.entity));
    const table = tables.get(live.name) ?? { live, rebuilt: `"rebuilt_${tables.size}"` };
    if (!tables.has(live.name))
      await client.query(`create temp table ${table.rebuilt} (like ${live.name} including all) on commit drop`);
    tables.set(live.name, table);
    writers.push(viewWriter(view, { ...live, name: table.rebuilt }, `rebuilt_${index}`));
  }
  return { tables: [...tables.values()], writers };
}

async function foldAll(
  client: PipelinedClient,
  types: readonly AnyStreamType[],
  writers: readonly ViewWriter[],
): Promise<{ streams: Map<string, LoadedStream>; facts: number }> {
  const byCategory = new Map(types.map((type) => [type.category, type]));
  const streams = new Map<string, LoadedStream>();
  let facts = 0;
  await client.query(
    `declare log no scroll cursor for select ${eventColumns} from log_events e order by e.xid, e.position`,
  );
  for (;;) {
    const { rows } = await client.query<EventRow>(`fetch ${batchSize} from log`);
    if (rows.length === 0) return { streams, facts };
    const changed = new Set<LoadedStream>();
    const recorded = rows.map(recordedFact);
    for (const fact of recorded) {
      const type = byCategory.get(fact.category);
      if (type === undefined)
        throw new TypeError(`the log has facts of "${fact.category}", a stream type that the service does not define`);
      const stream = streams.get(fact.streamId) ?? newStream(type, fact);
      stream.state = type.evolve(stream.state, fact);
      stream.version = fact.version;
      streams.set(fact.streamId, stream);
      changed.add(stream);
    }
    const changes = { streams: [...changed], facts: recorded };
    for (const { text, values } of writers.flatMap((writer) => writer.write(changes)))
      await client.query({ text, values: [...values] });
    facts += rows.length;
  }
}

function newStream(type: AnyStreamType, { streamId, id }: { streamId: string; id: string }): LoadedStream {
  return { streamId, id, type, storedVersion: 0, version: 0, state: type.initial as unknown };
}

async function writeStates(client: PipelinedClient, streams: ReadonlyMap<string, LoadedStream>): Promise<void> {
  await client.query(`create temp table rebuilt_states
    (stream_id text collate "C" primary key, version bigint, state_version integer, state json) on commit drop`);
  const all = [...streams.values()];
  for (let from = 0; from < all.length; from += batchSize) {
    const part = all.slice(from, from + batchSize);
    await client.query(
      `insert into rebuilt_states select u.stream_id, u.version, u.state_version, u.state::json
       from unnest($1::text[], $2::bigint[], $3::int[], $4::text[]) as u(stream_id, version, state_version, state)`,
      [
        textArray(part.map(({ streamId }) => streamId)),
        plainArray(part.map(({ version }) => version)),
        plainArray(part.map(({ type }) => type.stateVersion)),
        textArray(part.map(({ type, state }) => serializeState(type, state))),
      ],
    );
  }
}

async function replaceAll(client: PipelinedClient, tables: readonly RebuiltTable[]): Promise<void> {
  for (const { live, rebuilt } of tables) {
    const columns = live.columns.map((column) => column.quoted).join(', ');
    await client.query(`delete from ${live.name}`);
    await client.query(`insert into ${live.name} (${columns}) select ${columns} from ${rebuilt}`);
  }
  await client.query(
    `update log_streams s set state = r.state, state_version = r.state_version, version = r.version
      from rebuilt_states r where r.stream_id = s.stream_id`,
  );
}
