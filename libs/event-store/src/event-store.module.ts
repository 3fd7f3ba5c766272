import { Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  CONFIG,
  firstConnection,
  log,
  measure,
  readVariable,
  registerCheck,
  registerSharedCheck,
  type Config,
  type PoolUse,
} from '@kushk/runtime';
import type pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { errorClassOf } from './error-class.js';
import { databaseUrlOf, dataSourceOf } from './schema/data-source.js';
import { migrate } from './schema/migrate.js';
import type { StoreDefinition } from './definition.js';
import { EventStore } from './event-store.js';
import {
  CONSUMER_CHECKPOINTS,
  CONSUMER_POSITIONS,
  EVENT_STORE,
  FACT_STREAM,
  TEST_CLOCK,
  type FactStream,
} from './relay/fact-stream.js';
import { PostgresConsumerCheckpoints } from './relay/consumer-checkpoints.js';
import { PostgresConsumerPositions } from './relay/consumer-positions.js';
import { CHANGE_NOTIFIER, type ChangeNotifier } from './relay/list-changes.js';
import { ParkedOutbox } from './relay/parked-outbox.js';
import { definitionOf, openEventStore, type OpenStore, type StoreOptions } from './open.js';

/** The use of TypeORM's connection pool. */
function poolUseOf({ driver }: DataSource): PoolUse {
  const { totalCount, idleCount, waitingCount, options } = (driver as PostgresDriver).master as pg.Pool;
  return { used: totalCount - idleCount, idle: idleCount, pending: waitingCount, max: options.max };
}

type StoreDependencies = readonly [Config, DataSource, FactStream?, ChangeNotifier?];

function storeOptions(
  complete: StoreDefinition,
  [{ databaseUrl, scope, environment }, dataSource, stream, changeNotifier]: StoreDependencies,
): StoreOptions {
  return {
    ...complete,
    databaseUrl,
    dataSource,
    log,
    measure,
    facts: stream === undefined ? undefined : { stream, scope },
    changeNotifier,
    hasTestClock: environment !== 'production',
  };
}

/** Closes the store when the process stops. */
@Injectable()
class StoreLifecycle implements OnApplicationShutdown {
  private readonly unregister: readonly (() => void)[];

  constructor(readonly open: OpenStore) {
    measure.pool(() => poolUseOf(open.dataSource));
    this.unregister = [
      registerSharedCheck('postgres', () => {
        // A file that cannot be read any more explains a login that is not accepted.
        readVariable('KUSHK_DATABASE_URL');
        return open.check();
      }),
      registerSharedCheck('writes', () => open.checkWrites()),
      registerCheck('clock', () => open.checkClock()),
      registerCheck('relay', () => open.relay?.check()),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    for (const unregister of this.unregister) unregister();
    await this.open.close();
  }
}

/**
 * Provides a service with its log, the repositories of its views and its relay. Import it once, in the service's
 * module; `EventStore`, `DataSource` and `@InjectRepository(View)` are then injectable everywhere. It needs
 * `ConfigModule` of `@kushk/runtime`. It relays public facts if `@kushk/broker` provides a `FACT_STREAM`.
 */
@Module({})
export class EventStoreModule {
  static register(definition: StoreDefinition): DynamicModule {
    const complete = definitionOf(definition);
    return {
      module: EventStoreModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG],
          useFactory: ({ databaseUrl }: Config) => ({
            ...dataSourceOf(databaseUrl, complete).options,
            retryAttempts: 0,
          }),
          dataSourceFactory: (options) => migrated(options as DataSourceOptions, complete),
        }),
        TypeOrmModule.forFeature([...complete.entities]),
      ],
      providers: [
        {
          provide: StoreLifecycle,
          inject: [
            CONFIG,
            DataSource,
            { token: FACT_STREAM, optional: true },
            { token: CHANGE_NOTIFIER, optional: true },
          ],
          useFactory: async (...dependencies: StoreDependencies) =>
            new StoreLifecycle(await available(() => openEventStore(storeOptions(complete, dependencies)))),
        },
        { provide: EventStore, inject: [StoreLifecycle], useFactory: ({ open }: StoreLifecycle) => open.store },
        { provide: EVENT_STORE, useExisting: EventStore },
        { provide: TEST_CLOCK, inject: [StoreLifecycle], useFactory: ({ open }: StoreLifecycle) => open.testClock },
        {
          provide: ParkedOutbox,
          inject: [DataSource],
          useFactory: (database: DataSource) => new ParkedOutbox(database),
        },
        {
          provide: CONSUMER_CHECKPOINTS,
          inject: [DataSource],
          useFactory: (database: DataSource) => new PostgresConsumerCheckpoints(database),
        },
        {
          provide: CONSUMER_POSITIONS,
          inject: [DataSource],
          useFactory: (database: DataSource) => new PostgresConsumerPositions(database),
        },
      ],
      exports: [
        EventStore,
        EVENT_STORE,
        TEST_CLOCK,
        ParkedOutbox,
        CONSUMER_CHECKPOINTS,
        CONSUMER_POSITIONS,
        TypeOrmModule,
      ],
    };
  }
}

/** The role may not use its schema. The operator mends that while the process waits. */
const insufficientPrivilege = '42501';

/** Waits for PostgreSQL and migrates. Rejects when a migration fails for a reason that waiting does not mend. */
function migrated(options: DataSourceOptions, definition: StoreDefinition): Promise<DataSource> {
  return available(async () => {
    await migrate({ databaseUrl: databaseUrlOf(options), definition, log });
    return await new DataSource(options).initialize();
  });
}

const available = <Result>(open: () => Promise<Result>): Promise<Result> =>
  firstConnection({ name: 'postgres', variable: 'KUSHK_DATABASE_URL', isPassing }, open);

function isPassing(error: unknown): boolean {
  const errorClass = errorClassOf(error);
  return errorClass !== 'defect' || (error as { readonly code?: unknown }).code === insufficientPrivilege;
}
