import { Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG, log, measure, registerCheck, type Config } from '@kushk/runtime';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dataSourceOf, migrate } from './data-source.js';
import type { StoreDefinition } from './definition.js';
import { EventStore } from './event-store.js';
import { FACT_STREAM, FEED_PLACES, type FactStream } from './fact-stream.js';
import { StoredFeedPlaces } from './feed-places.js';
import { definitionOf, openEventStore, type OpenStore } from './open.js';

/** Holds what was opened, so that it is closed when the process stops. */
@Injectable()
class Opened implements OnApplicationShutdown {
  private readonly unregister: () => void;

  constructor(readonly opened: OpenStore) {
    this.unregister = registerCheck('postgres', () => opened.check());
  }

  async onApplicationShutdown(): Promise<void> {
    this.unregister();
    await this.opened.close();
  }
}

/**
 * Gives a service its log, the repositories of its views and its relay. Import it once, in the service's module;
 * `EventStore`, `DataSource` and `@InjectRepository(View)` then work everywhere. Needs `ConfigModule` of
 * `@kushk/runtime`, and relays public facts where `@kushk/broker` provides a `FACT_STREAM`.
 */
@Module({})
export class EventStoreModule {
  static register(definition: StoreDefinition): DynamicModule {
    const whole = definitionOf(definition);
    return {
      module: EventStoreModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG],
          useFactory: ({ databaseUrl }: Config) => dataSourceOf(databaseUrl, whole).options,
          dataSourceFactory: (options) => migrated(options as DataSourceOptions, whole.service),
        }),
        TypeOrmModule.forFeature([...whole.entities]),
      ],
      providers: [
        {
          provide: Opened,
          inject: [CONFIG, DataSource, { token: FACT_STREAM, optional: true }],
          useFactory: async ({ databaseUrl, scope }: Config, dataSource: DataSource, stream?: FactStream) =>
            new Opened(
              await openEventStore({
                ...whole,
                databaseUrl,
                dataSource,
                log,
                measure,
                facts: stream === undefined ? undefined : { stream, scope },
              }),
            ),
        },
        { provide: EventStore, inject: [Opened], useFactory: ({ opened }: Opened) => opened.store },
        {
          provide: FEED_PLACES,
          inject: [DataSource],
          useFactory: (database: DataSource) => new StoredFeedPlaces(database),
        },
      ],
      exports: [EventStore, FEED_PLACES, TypeOrmModule],
    };
  }
}

async function migrated(options: DataSourceOptions, service: string): Promise<DataSource> {
  const dataSource = await new DataSource(options).initialize();
  await migrate((options as { url: string }).url, dataSource, service);
  return dataSource;
}
