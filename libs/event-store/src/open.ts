import type { AnyStreamType } from '@kushk/decider';
import type { DataSource } from 'typeorm';
import type { BatchExecutor } from './loop/batch-executor.js';
import type { CommandBatcherSettings } from './loop/batcher-settings.js';
import { CommandBatcher } from './loop/command-batcher.js';
import { LockingExecutor } from './loop/locking-executor.js';
import { OptimisticExecutor } from './loop/optimistic-executor.js';
import { CommandRouter } from './loop/command-router.js';
import { Connection } from './postgres/connection.js';
import { connected, dataSourceOf } from './schema/data-source.js';
import { requireKnownLogFormat } from './schema/log-format.js';
import { migrate } from './schema/migrate.js';
import type { PendingFact } from './loop/decide-batch.js';
import { changeSender, checkListChanges, listChangesOf, type ChangeNotifier } from './relay/list-changes.js';
import { clockStream } from './test-clock/clock.js';
import { TestClock } from './test-clock/test-clock.js';
import type { StoreDefinition, StoreLog, StoreMeasure } from './definition.js';
import { EventStore } from './event-store.js';
import type { FactStream } from './relay/fact-stream.js';
import { ClockComparison } from './maintenance/clock-comparison.js';
import { Maintenance } from './maintenance/maintenance.js';
import { Relay } from './relay/relay.js';
import { StateFolder } from './log/state-folder.js';
import { tableOf, viewWriter, type ViewWriter } from './views/view-sql.js';

export interface StoreOptions
  extends Partial<Omit<StoreDefinition, 'service' | 'streams'>>, Pick<StoreDefinition, 'service' | 'streams'> {
  /** `postgres://role:password@host:port/database`. The role's search path determines the schema. */
  readonly databaseUrl: string;
  /** The stream into which public facts are relayed. Without it they stay in the log. */
  readonly facts?: { readonly stream: FactStream; readonly scope: string } | undefined;
  /** What sends the lists that changed to the gateways. Without it, nobody is notified. */
  readonly changeNotifier?: ChangeNotifier | undefined;
  readonly log?: StoreLog | undefined;
  readonly measure?: StoreMeasure | undefined;
  /**
   * Number of connections of the command loop; each connection serves a part of the streams. The default is one: its
   * batches are twice as large as those of two connections. On two busy cores a command then takes 48 µs of CPU time
   * instead of 74 µs.
   */
  readonly batchers?: number | undefined;
  /** How batches are executed. The default is `optimistic`; specs of the command loop run with both. */
  readonly executor?: ExecutorName | undefined;
  /** Maximum number of commands that may wait per connection; the bytes of their requests are bounded as well. */
  readonly queueLimit?: number | undefined;
  /**
   * How long a caller waits before `StoreUnavailable`, in milliseconds. It must be less than 5 s, the limit of a
   * service request.
   */
  readonly deadlineMs?: number | undefined;
  /** Number of facts that are folded at a time outside the command loop. Tests set it to a small number. */
  readonly foldChunkFacts?: number | undefined;
  /** Whether this process prunes tables and folds outdated states in the background. The default is true. */
  readonly isMaintained?: boolean | undefined;
  /** Whether this process follows the test clock of the log, as all do outside production. The default is true. */
  readonly hasTestClock?: boolean | undefined;
  /** An initialised and migrated data source to use instead of a new one; `close` leaves it open. */
  readonly dataSource?: DataSource | undefined;
}

/** The one place where the executor is chosen. Each batcher has its own. */
export const executors = {
  locking: (views: readonly ViewWriter[], hasTestClock = true): BatchExecutor =>
    new LockingExecutor(views, hasTestClock),
  optimistic: (views: readonly ViewWriter[], hasTestClock = true): BatchExecutor =>
    new OptimisticExecutor(new LockingExecutor(views, hasTestClock), views),
};
export type ExecutorName = keyof typeof executors;
export const executorNames = Object.keys(executors) as readonly ExecutorName[];

/** Maximum size of the requests whose commands wait for one connection. Parsed, they take several times as much. */
const queueBytes = 64 * 1024 * 1024;

export interface OpenStore {
  readonly store: EventStore;
  readonly dataSource: DataSource;
  readonly relay: Relay | null;
  readonly maintenance: Maintenance;
  readonly testClock: TestClock;
  /** Rejects with one line while PostgreSQL does not respond, and when this version does not know the log's format. */
  readonly check: () => Promise<void>;
  /** Throws with one line while PostgreSQL does not store: its disk is full, or it is a standby. */
  readonly checkWrites: () => void;
  /** Throws with one line while the clock of this process differs from PostgreSQL's. */
  readonly checkClock: () => void;
  /** Lets waiting commands finish, stops the relay and closes all connections. May be called twice. */
  readonly close: () => Promise<void>;
}

const defaultDeadlineMs = 4_000;
const ignore = (): void => undefined;
const noLog: StoreLog = { info: ignore, warn: ignore, error: ignore };
const noMeasure: StoreMeasure = {
  commandDecided: ignore,
  factsRelayed: ignore,
  relayLagMs: ignore,
  logBehindStream: ignore,
  clockOffsetMs: ignore,
  factsUnpublished: ignore,
  maintained: ignore,
  storedBytes: ignore,
};

/** Opens the store of a service without Nest: migrates, connects, and starts the relay if there is a fact stream. */
export async function openEventStore(options: StoreOptions): Promise<OpenStore> {
  const definition = definitionOf(options);
  const dataSource = options.dataSource ?? (await openDataSource(options, definition));
  await requireKnownLogFormat(dataSource, definition);
  const { service } = definition;
  const { log = noLog, measure = noMeasure, deadlineMs = defaultDeadlineMs, hasTestClock = true } = options;
  const clock = new ClockComparison(dataSource, measure);
  const testClock = new TestClock(dataSource, service);
  if (!hasTestClock) await testClock.requireRealTime();
  await clock.start();
  if (hasTestClock) await testClock.start();
  const relay = relayOf(options, definition, dataSource);
  const sendChanges = senderOf(options, definition);
  const batchers = batchersOf(options, {
    views: writersOf(definition, dataSource),
    onCommit: (xid, facts) => {
      relay?.notify(xid, facts);
      sendChanges(facts);
    },
  });
  const folder = new StateFolder({ database: dataSource, service, log, measure, chunkFacts: options.foldChunkFacts });
  const maintenance = new Maintenance({ ...options, ...definition, database: dataSource, folder, log, measure });
  relay?.start();
  if (options.isMaintained !== false) maintenance.start();
  const closeAll = async (): Promise<void> => {
    await Promise.all(batchers.map((batcher) => batcher.close()));
    await Promise.all([relay?.stop(), folder.stop(), maintenance.stop(), clock.stop(), testClock.stop()]);
    if (options.dataSource === undefined) await dataSource.destroy();
  };
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= closeAll());
  const check = (): Promise<void> => requireKnownLogFormat(dataSource, definition);
  const checkWrites = (): void => batchers.forEach((batcher) => batcher.requireSuccess());
  const [large, ...others] = batchers as [CommandBatcher, ...CommandBatcher[]];
  const commands = new CommandRouter(others, large);
  const store = new EventStore(commands, dataSource, { folder, foldTimeoutMs: deadlineMs, clock });
  const checkClock = (): void => clock.check();
  return { store, dataSource, relay, maintenance, testClock, check, checkWrites, checkClock, close };
}

async function openDataSource(
  { databaseUrl, log = noLog }: StoreOptions,
  definition: StoreDefinition,
): Promise<DataSource> {
  await migrate({ databaseUrl, definition, log });
  return await connected(() => dataSourceOf(databaseUrl, definition));
}

function relayOf(options: StoreOptions, { service, publications }: StoreDefinition, reads: DataSource): Relay | null {
  const { databaseUrl, facts, log = noLog, measure = noMeasure } = options;
  return facts === undefined ? null : new Relay({ databaseUrl, reads, service, publications, log, measure, ...facts });
}

function senderOf(
  { changeNotifier, log = noLog }: StoreOptions,
  { listChanges }: StoreDefinition,
): (facts: readonly PendingFact[]) => void {
  if (changeNotifier === undefined) return ignore;
  return changeSender(listChanges ?? [], changeNotifier, (err) => log.error({ err }, 'changed lists not sent'));
}

/** Returns the batcher of large commands, and `batchers` further ones. */
function batchersOf(
  options: StoreOptions,
  { views, onCommit }: { readonly views: readonly ViewWriter[]; readonly onCommit: CommandBatcherSettings['onCommit'] },
): CommandBatcher[] {
  const { databaseUrl, service, batchers = 1, queueLimit = 5_000, deadlineMs = defaultDeadlineMs } = options;
  const { log = noLog, measure = noMeasure, executor = 'optimistic', hasTestClock = true } = options;
  const queueLimits = { commands: queueLimit, bytes: queueBytes };
  const names = ['large', ...Array.from({ length: batchers }, (_, index) => String(index))];
  return names.map((name) => {
    const connection = new Connection(databaseUrl, `${service} loop ${name}`, deadlineMs / 4);
    const settings = {
      connection,
      executor: executors[executor](views, hasTestClock),
      log,
      measure,
      queueLimits,
      deadlineMs,
      onCommit,
    };
    return new CommandBatcher(settings);
  });
}

const clockChanges = listChangesOf(clockStream, () => [{ audience: 'everyone', lists: ['clock'] }]);

/** Completes the definition with the clock that every log has, and with defaults for options that are not set. */
export function definitionOf(options: Pick<StoreOptions, keyof StoreDefinition>): StoreDefinition {
  const streams = options.streams.includes(clockStream) ? options.streams : [...options.streams, clockStream];
  checkCategories(streams);
  const listChanges = options.listChanges?.includes(clockChanges)
    ? options.listChanges
    : options.listChanges && [...options.listChanges, clockChanges];
  if (listChanges !== undefined) checkListChanges(streams, listChanges);
  const views = options.views ?? [];
  return {
    service: options.service,
    streams,
    views,
    publications: options.publications ?? [],
    ...(listChanges !== undefined && { listChanges }),
    entities: [...new Set([...(options.entities ?? []), ...views.map((view) => view.entity)])],
    migrations: options.migrations ?? null,
    ...(options.latestLogFormat !== undefined && { latestLogFormat: options.latestLogFormat }),
  };
}

/**
 * Throws when two stream types share a category or a category contains a dash, because their stream ids would be
 * ambiguous.
 */
function checkCategories(types: readonly AnyStreamType[]): void {
  const seen = new Set<string>();
  for (const { category } of types) {
    if (category.includes('-') || category === '' || seen.has(category))
      throw new TypeError(`stream category "${category}" is empty, has a dash or is used twice`);
    seen.add(category);
  }
}

/** Returns the views of a service, bound to their tables. */
export function writersOf(definition: StoreDefinition, dataSource: DataSource): ViewWriter[] {
  return definition.views.map((view, index) =>
    viewWriter(view, tableOf(dataSource.getMetadata(view.entity)), `view_${index}`),
  );
}
