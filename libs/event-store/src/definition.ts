import type { AnyStreamType } from '@kushk/decider';
import type { ListChanges } from './relay/list-changes.js';
import type { Publication } from './relay/publication.js';
import type { EntityClass, View } from './views/views.js';

/** What the store needs to know about a service. */
export interface StoreDefinition {
  /** Name of the service, of its schema and of its database role. */
  readonly service: string;
  readonly streams: readonly AnyStreamType[];
  readonly views: readonly View[];
  /** Defines which facts leave the service, one publication per stream. */
  readonly publications: readonly Publication[];
  /** Defines which lists of the pages change with the facts, one line per stream. */
  readonly listChanges?: readonly ListChanges[];
  /** All TypeORM entities of the service, including those of its views. */
  readonly entities: readonly EntityClass[];
  /**
   * Folder of the service's migrations: `new URL('./migrations/', import.meta.url)`. Every file `0001-<name>.ts` in
   * the folder exports one TypeORM migration. The log adds its own migrations.
   */
  readonly migrations: URL | null;
  /** The newest format of the log that the service knows (`log-format.ts`). Tests set it. */
  readonly latestLogFormat?: number;
}

/** Logs events that no caller receives as a result: retries, lost connections, restarts of the relay. */
export interface StoreLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Metrics of the store. `measure` of `@kushk/runtime` implements them; no method throws. */
export interface StoreMeasure {
  commandDecided(name: string, outcome: 'accepted' | 'refused' | 'replayed' | 'failed'): void;
  factsRelayed(count: number): void;
  /** Age of the oldest committed fact that is not in JetStream, in milliseconds; 0 when there is none. */
  relayLagMs(lagMs: number): void;
  /** Whether JetStream has facts that the log lost, so that the relay publishes nothing. */
  logBehindStream(isBehind: boolean): void;
  /** How far the clock of this process is ahead of PostgreSQL's, in milliseconds. */
  clockOffsetMs(offsetMs: number): void;
  /** Number of facts that the relay could not publish and that wait for a replay. */
  factsUnpublished(count: number): void;
  /** Background work: rows or facts processed. `work` is for example `fold_states` or `prune_log_idempotency`. */
  maintained(work: string, count: number): void;
  /** What the tables and indexes of the whole database take up, and those of this service, in bytes. */
  storedBytes(bytes: { readonly database: number; readonly service: number }): void;
}
