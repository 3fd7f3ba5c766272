import type { AnyStreamType } from '@kushk/decider';
import type { Publication } from './publication.js';
import type { EntityClass, View } from './views.js';

/** What the store needs to know about a service. */
export interface StoreDefinition {
  /** Name of the service, its schema and its role. */
  readonly service: string;
  readonly streams: readonly AnyStreamType[];
  readonly views: readonly View[];
  /** Which facts leave the service, one publication per stream. */
  readonly publications: readonly Publication[];
  /** Every TypeORM entity of the service, those of its views included. */
  readonly entities: readonly EntityClass[];
  /**
   * Folder of the service's migrations: `new URL('./migrations/', import.meta.url)`. Every file `0001-<name>.ts` in it
   * exports one TypeORM migration. The log brings its own.
   */
  readonly migrations: URL | null;
}

/** Receives what no caller gets as a result: retries, lost connections, restarts of the relay. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Metrics of the store. `measure` of `@kushk/runtime` implements it; no method throws. */
export interface StoreMeasure {
  commandDecided(name: string, outcome: 'accepted' | 'refused' | 'replayed' | 'failed'): void;
  factsRelayed(count: number): void;
  /** Age of the oldest fact of a batch when JetStream acknowledged the batch, in milliseconds. */
  relayLagMs(lagMs: number): void;
}
