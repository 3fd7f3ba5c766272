import type { AnyStreamType } from '@kushk/decider';
import type { Publication } from './publication.js';
import type { EntityClass, View } from './views.js';

/** What a service tells the store about itself: its streams, what is read from them, and what leaves it. */
export interface StoreDefinition {
  /** Name of the service, its schema and its role. */
  readonly service: string;
  readonly streams: readonly AnyStreamType[];
  readonly views: readonly View[];
  readonly publications: readonly Publication[];
  /** Every TypeORM entity of the service; those of views among them. */
  readonly entities: readonly EntityClass[];
  /** TypeORM migrations of the service's own tables. The log brings its own. */
  readonly migrations: readonly MigrationClass[];
}

/** A TypeORM migration; its class name ends in a time in milliseconds, which orders it. */
export type MigrationClass = new () => { up(runner: never): Promise<unknown>; down(runner: never): Promise<unknown> };

/** Where the store reports what no caller is told: retries, lost connections, a relay that begins anew. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the store counts. `measure` of `@kushk/runtime` is one; none of them throws. */
export interface StoreMeasure {
  commandDecided(name: string, outcome: 'accepted' | 'refused' | 'replayed' | 'failed'): void;
  factsRelayed(count: number): void;
  /** Age of the newest batch when JetStream had acknowledged it, counted from its oldest fact, in milliseconds. */
  relayLagMs(lagMs: number): void;
}
