import type { DataSource } from 'typeorm';
import { Connection } from './connection.js';
import { dataSourceOf, migrate } from './data-source.js';
import type { StoreDefinition, StoreLog, StoreMeasure } from './definition.js';
import { checkTypes, EventStore } from './event-store.js';
import type { FactStream } from './fact-stream.js';
import { CommandBatcher } from './command-batcher.js';
import { Relay } from './relay.js';
import { tableOf, viewWriter, type ViewWriter } from './view-sql.js';

export interface StoreOptions
  extends Partial<Omit<StoreDefinition, 'service' | 'streams'>>, Pick<StoreDefinition, 'service' | 'streams'> {
  /** `postgres://role:password@host:port/database`; the role's search path names the schema. */
  readonly databaseUrl: string;
  /** With a stream and a scope the public facts are relayed; without, they stay in the log. */
  readonly facts?: { readonly stream: FactStream; readonly scope: string } | undefined;
  readonly log?: StoreLog | undefined;
  readonly measure?: StoreMeasure | undefined;
  /**
   * Connections of the command loop, each with its share of the streams. One is the default: its rounds are twice as
   * large as those of two, and on two busy cores a command then costs 48 µs of processor time instead of 74.
   */
  readonly lanes?: number | undefined;
  /** Commands that may wait per lane. */
  readonly queueLimit?: number | undefined;
  /** How long a caller waits before `StoreUnavailable`, in milliseconds; below the 5 s that askers give a service. */
  readonly deadlineMs?: number | undefined;
  /** An initialised and migrated data source to use instead of an own one; it stays open on `close`. */
  readonly dataSource?: DataSource | undefined;
}

export interface OpenStore {
  readonly store: EventStore;
  readonly dataSource: DataSource;
  readonly relay: Relay | null;
  /** Rejects while PostgreSQL does not answer. */
  readonly check: () => Promise<void>;
  /** Lets waiting commands finish, stops the relay, closes all connections. May be called twice. */
  readonly close: () => Promise<void>;
}

const nothing = (): void => undefined;
const silent: StoreLog = { info: nothing, warn: nothing, error: nothing };
const unmeasured: StoreMeasure = { commandDecided: nothing, factsRelayed: nothing, relayLagMs: nothing };

/** Opens the store of a service without Nest: migrates, connects, starts the relay where there is one to start. */
export async function openEventStore(options: StoreOptions): Promise<OpenStore> {
  const definition = definitionOf(options);
  const {
    databaseUrl,
    lanes = 1,
    queueLimit = 5_000,
    deadlineMs = 4_000,
    log = silent,
    measure = unmeasured,
  } = options;
  const dataSource = options.dataSource ?? dataSourceOf(databaseUrl, definition);
  if (options.dataSource === undefined) {
    await dataSource.initialize();
    await migrate(databaseUrl, dataSource, definition.service);
  }
  const { facts } = options;
  const relay =
    facts === undefined
      ? null
      : new Relay({
          databaseUrl,
          service: definition.service,
          publications: definition.publications,
          log,
          measure,
          ...facts,
        });
  const views = writersOf(definition, dataSource);
  const open = Array.from(
    { length: lanes },
    (_, index) =>
      new CommandBatcher({
        connection: new Connection(databaseUrl, `${definition.service} loop ${index}`),
        views,
        log,
        measure,
        queueLimit,
        deadlineMs,
        onCommit: (xid) => relay?.wake(xid),
      }),
  );
  relay?.start();
  const end = async (): Promise<void> => {
    await Promise.all(open.map((lane) => lane.close()));
    await relay?.stop();
    if (options.dataSource === undefined) await dataSource.destroy();
  };
  let ended: Promise<void> | null = null;
  const close = (): Promise<void> => (ended ??= end());
  const check = async (): Promise<void> => void (await dataSource.query('select 1'));
  return { store: new EventStore(open, dataSource), dataSource, relay, check, close };
}

/** The definition behind options that leave things out. */
export function definitionOf(options: Pick<StoreOptions, keyof StoreDefinition>): StoreDefinition {
  checkTypes(options.streams);
  const views = options.views ?? [];
  return {
    service: options.service,
    streams: options.streams,
    views,
    publications: options.publications ?? [],
    entities: [...new Set([...(options.entities ?? []), ...views.map((view) => view.entity)])],
    migrations: options.migrations ?? [],
  };
}

/** The views of a service, bound to their tables. */
export function writersOf(definition: StoreDefinition, dataSource: DataSource): ViewWriter[] {
  return definition.views.map((view, index) =>
    viewWriter(view, tableOf(dataSource.getMetadata(view.entity)), `view_${index}`),
  );
}
