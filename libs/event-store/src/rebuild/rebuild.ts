/**
 * Rebuilds stream states and views from the log in shadow tables. Then compares them with the live tables, or replaces
 * the live tables. The log is the source of truth: everything else that the command loop writes must be derivable from
 * it.
 *
 * The service runs meanwhile. The log is folded in short transactions until almost nothing is missing. Only then a lock
 * blocks the commands, for the few facts that are left: a comparison takes its snapshot under the lock and compares
 * afterwards, a replacement swaps the tables under the lock.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import { dataSourceOf } from '../schema/data-source.js';
import type { StoreLog } from '../definition.js';
import { migrate } from '../schema/migrate.js';
import { definitionOf, type StoreOptions } from '../open.js';
import { PipelinedClient } from '../postgres/pipelined-client.js';
import { createMissingIndexes } from './shadow-indexes.js';
import { ShadowTables } from './shadow-tables.js';
import { replaceStates, replaceStatesOf, swapTable } from './swap-tables.js';
import { findMissingContents, type MissingContents } from './missing-contents.js';
import { compareStates, compareTables, countOutdatedStates, type TableDifference } from './table-difference.js';

/** Number of facts folded in one transaction. */
const defaultChunkFacts = 5_000;
/** Number of facts that may be missing when the commands are blocked. */
const missingLimit = 500;
/** How long the rebuild waits for an older transaction of the cluster before it asks again. */
const waitMs = 500;
/** How long the rebuild waits for the lock. Commands queue behind it. */
const lockTimeoutMs = 500;
const lockNotAvailable = '55P03';
/** How much memory PostgreSQL takes to read a chunk of facts, and to compare tables, before it uses the disk. */
const readMemory = '-c work_mem=32MB';
const compareMemory = '-c work_mem=64MB';
/** As for the command loop: a new table has no statistics, and PostgreSQL would plan scans. */
const plannerSettings = '-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c jit=off';

export interface RebuildReport {
  readonly facts: number;
  readonly streams: number;
  /** Empty when the live tables match the log. In mode `replace`: the differences before the replacement. */
  readonly differences: readonly TableDifference[];
  /** Number of stored states of another state version. They are folded when they are used, and in mode `replace`. */
  readonly outdated: number;
  /** Contents that the log does not have (`contentView`) and that are not there: `content_missing`. */
  readonly missingContents: readonly MissingContents[];
}

export interface RebuildProgress {
  /** Number of facts folded so far. */
  readonly facts: number;
  readonly step: 'fold' | 'compare' | 'replace';
}

export type RebuildOptions = Pick<
  StoreOptions,
  'databaseUrl' | 'service' | 'streams' | 'views' | 'entities' | 'migrations'
> & {
  /** `compare` changes nothing. `replace` replaces the live tables that differ. Commands run during both. */
  readonly mode: 'compare' | 'replace';
  /** Called after each chunk and at the start of each step. */
  readonly onProgress?: (progress: RebuildProgress) => void | Promise<void>;
  readonly chunkFacts?: number;
};

const ignore = (): void => undefined;
const noLog: StoreLog = { info: ignore, warn: ignore, error: ignore };

/**
 * Folds the whole log of a service. An interrupted rebuild continues where it was when it is started again with the
 * same build and mode. Rejects when another rebuild of the service is running.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildReport> {
  const { databaseUrl, service, mode } = options;
  const definition = definitionOf(options);
  await migrate({ databaseUrl, definition, log: noLog });
  const dataSource = await dataSourceOf(databaseUrl, definition).initialize();
  const connections = new Connections(databaseUrl, service);
  try {
    const client = await connections.open(plannerSettings);
    await lockOut(client, service);
    const clients = { writer: client, reader: await connections.open(`${plannerSettings} ${readMemory}`) };
    const shadow = new ShadowTables(clients, {
      definition,
      dataSource,
      isLogged: mode === 'replace',
      chunkFacts: options.chunkFacts ?? defaultChunkFacts,
    });
    await shadow.open();
    const run: Run = { options, client, connections, shadow };
    const { differences, outdated, missingContents } = await compare(run);
    const { rows } = await client.query<{ count: string }>('select count(*)::text as count from rebuild_states');
    if (mode === 'replace' && differences.length + outdated > 0) await replace(run, differences);
    await shadow.drop();
    return { facts: shadow.facts, streams: Number(rows[0]?.count ?? 0), differences, outdated, missingContents };
  } finally {
    await connections.close();
    await dataSource.destroy();
  }
}

interface Run {
  readonly options: RebuildOptions;
  readonly client: PipelinedClient;
  readonly connections: Connections;
  readonly shadow: ShadowTables;
}

/** Compares in a snapshot without a transaction id, so that the relays continue however long it takes. */
async function compare({
  options,
  connections,
  shadow,
  ...run
}: Run): Promise<Pick<RebuildReport, 'differences' | 'outdated' | 'missingContents'>> {
  const reader = await connections.open(`-c jit=off ${compareMemory}`);
  await whileBlocked({ options, connections, shadow, ...run }, async () => {
    await reader.query('begin isolation level repeatable read read only');
    await reader.query('select 1');
  });
  await options.onProgress?.({ facts: shadow.facts, step: 'compare' });
  const differences: TableDifference[] = [];
  for (const table of shadow.tables) differences.push(await compareTables(reader, table));
  differences.push(await compareStates(reader));
  const outdated = await countOutdatedStates(reader);
  const missingContents = await findMissingContents(reader, shadow.contents);
  await reader.query('commit');
  return {
    differences: differences.filter(({ missing, surplus }) => missing + surplus > 0),
    outdated,
    missingContents,
  };
}

async function replace(run: Run, differences: readonly TableDifference[]): Promise<void> {
  const { options, client, shadow } = run;
  await options.onProgress?.({ facts: shadow.facts, step: 'replace' });
  const different = new Set(differences.map(({ table }) => table));
  const tables = shadow.tables.filter(({ live }) => different.has(live.name.replaceAll('"', '')));
  for (const table of tables) {
    await createMissingIndexes(client, table);
    await client.query(`analyze ${table.rebuilt}`);
  }
  const touched = shadow.collectTouched();
  const moved = await replaceStates(client);
  await whileBlocked(run, async (locker) => {
    await replaceStatesOf(locker, [...new Set([...moved, ...touched])]);
    for (const table of tables) await swapTable(locker, table);
  });
}

/**
 * Folds until almost nothing is missing, blocks the commands, folds the rest, does the work and commits what the work
 * did on the connection that it gets.
 */
async function whileBlocked(run: Run, work: (locker: PipelinedClient) => Promise<void>): Promise<void> {
  const { shadow, connections } = run;
  for (;;) {
    await catchUp(run);
    const locker = await connections.open('-c jit=off');
    try {
      await locker.query('begin');
      await locker.query(`set local lock_timeout = ${lockTimeoutMs}`);
      // Every command first locks a row of this table, so no command is half executed while the lock is held.
      await locker.query('lock table log_streams in exclusive mode');
      if ((await shadow.remaining(missingLimit + 1)) <= missingLimit) {
        await shadow.fold('all');
        await work(locker);
        await locker.query('commit');
        return;
      }
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== lockNotAvailable) throw error;
    } finally {
      await locker.end();
    }
    await sleep(waitMs);
  }
}

/** Folds until few facts are missing, or until an older transaction hides the rest. */
async function catchUp({ options, shadow }: Run): Promise<void> {
  const report = (): void | Promise<void> => options.onProgress?.({ facts: shadow.facts, step: 'fold' });
  for (;;) {
    const folded = await shadow.fold('settled', report);
    if ((await shadow.remaining(missingLimit + 1)) <= missingLimit) return;
    if (folded === 0) await sleep(waitMs);
  }
}

async function lockOut(client: PipelinedClient, service: string): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [`kushk.rebuild.${service}`],
  );
  if (rows[0]?.locked !== true) throw new Error(`another rebuild of ${service} is running`);
}

/** The connections of a rebuild, without a statement timeout. */
class Connections {
  private readonly clients: PipelinedClient[] = [];
  private readonly databaseUrl: string;
  private readonly service: string;

  constructor(databaseUrl: string, service: string) {
    this.databaseUrl = databaseUrl;
    this.service = service;
  }

  async open(settings: string): Promise<PipelinedClient> {
    const client = new PipelinedClient({
      connectionString: this.databaseUrl,
      application_name: `${this.service} rebuild`,
      ...SESSION_TIMEOUTS.background,
      keepAlive: true,
      options: `${settings} -c synchronous_commit=off`,
    });
    client.onLost(() => undefined);
    this.clients.push(client);
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.end()));
  }
}
