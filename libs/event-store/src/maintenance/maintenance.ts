/**
 * Background work on the tables of the log. It runs in one process per service, in small transactions, outside the
 * connections of the command loop. All of it can be interrupted and continues later.
 *
 * - Folds the outdated states of long streams after a new version raised a `stateVersion`.
 * - Measures what the service and its database store.
 * - Prunes idempotency keys and the snapshots of other state versions (docs/deployment/data.md).
 */
import { streamRef, type AnyStreamType } from '@kushk/decider';
import { clockAheadMs, now } from '@kushk/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { SESSION_TIMEOUTS } from '../postgres/session-timeouts.js';
import type { StoreLog, StoreMeasure } from '../definition.js';
import { deleteInChunks } from './delete-in-chunks.js';
import { UnknownFact } from '../log/unknown-fact.js';
import { errorClassOf } from '../error-class.js';
import { batchFoldLimit } from '../log/outdated-states.js';
import { PipelinedClient } from '../postgres/pipelined-client.js';
import type { StateFolder } from '../log/state-folder.js';
import { serializeState } from '../log/stream-state.js';

/** Delay after the start and between two runs, in milliseconds. */
const delayMs = { first: 5_000, next: 60_000 };
/** Idempotency keys answer repeated requests for at least 24 hours. */
const keyRetentionMs = 48 * 3_600_000;
/** Two versions of a service run side by side for minutes, and an upgrade is reverted within days. */
const snapshotRetentionMs = 7 * 86_400_000;
/** Number of rows of `log_streams` that are looked at in one statement. */
const scanChunk = 1_000;

export interface MaintenanceSettings {
  readonly databaseUrl: string;
  readonly service: string;
  readonly streams: readonly AnyStreamType[];
  readonly database: DataSource;
  readonly folder: StateFolder;
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
}

export class Maintenance {
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  /** State versions need one pass per process start; what other versions write later is folded on demand. */
  private areStatesFolded = false;
  private readonly settings: MaintenanceSettings;

  constructor(settings: MaintenanceSettings) {
    this.settings = settings;
  }

  start(): void {
    this.running ??= this.keepRunning();
  }

  /** Lets the current chunk finish. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Does all work that is due. Returns false when another process of the service does it. */
  async runOnce(at = now()): Promise<boolean> {
    const { databaseUrl, service } = this.settings;
    const client = new PipelinedClient({
      connectionString: databaseUrl,
      application_name: `${service} maintenance`,
      ...SESSION_TIMEOUTS.background,
    });
    client.onLost(() => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
        [`kushk.maintenance.${service}`],
      );
      if (rows[0]?.locked !== true) return false;
      await this.measureStorage();
      await this.prune('log_idempotency', { where: 't.at < $1 and t.expires', before: at.getTime() - keyRetentionMs });
      // An upgrade takes real time, whatever a test clock shows.
      const realMs = at.getTime() - clockAheadMs();
      await this.prune('log_snapshots', { where: 't.at < $1', before: realMs - snapshotRetentionMs });
      if (!this.areStatesFolded) await this.foldStates();
      return true;
    } finally {
      await client.end();
    }
  }

  private async keepRunning(): Promise<void> {
    await this.pause(delayMs.first);
    while (!this.stopping.signal.aborted) {
      try {
        await this.runOnce();
      } catch (err) {
        const { service, log } = this.settings;
        if (errorClassOf(err) !== 'unavailable') log.warn({ service, err }, 'maintenance of the log failed');
      }
      await this.pause(delayMs.next);
    }
  }

  private async measureStorage(): Promise<void> {
    const { database, measure } = this.settings;
    const [row] = await database.query<{ database: string; service: string }[]>(
      `select pg_database_size(current_database())::text as database, sum(pg_total_relation_size(oid))::text as service
        from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
    );
    measure.storedBytes({ database: Number(row?.database), service: Number(row?.service) });
  }

  private async prune(table: string, { where, before }: { where: string; before: number }): Promise<void> {
    const { database, service, log, measure } = this.settings;
    const rows = await deleteInChunks(database, {
      table,
      where,
      orderBy: 'at',
      values: [new Date(before)],
      onChunk: (count) => measure.maintained(`prune_${table}`, count),
      signal: this.stopping.signal,
    });
    if (rows > 0) log.info({ service, table, rows }, 'expired rows deleted');
  }

  /**
   * Folds the streams with an outdated state, so that no command has to wait for it. Short streams are left to the
   * command loop, which folds them as fast as it reads them.
   */
  private async foldStates(): Promise<void> {
    const { database, service, streams, log } = this.settings;
    const types = new Map(streams.map((type) => [type.category, type]));
    let after = '';
    let folded = 0;
    while (!this.stopping.signal.aborted) {
      const rows = await database.query<ScannedStream[]>(
        `select stream_id, version::text as version, state_version from log_streams where stream_id > $1
          order by stream_id limit ${scanChunk}`,
        [after],
      );
      for (const { stream_id: streamId, version, state_version: stateVersion } of rows) {
        const dash = streamId.indexOf('-');
        const type = types.get(streamId.slice(0, dash));
        after = streamId;
        if (type === undefined || type.stateVersion === stateVersion || Number(version) <= batchFoldLimit.facts)
          continue;
        try {
          await this.foldStream(streamId, type);
          folded += 1;
        } catch (err) {
          if (err instanceof UnknownFact) continue;
          if (this.stopping.signal.aborted || errorClassOf(err) !== 'defect') throw err;
          // One stream must not prevent all others from being folded.
          log.error({ service, stream_id: streamId, err }, 'the state of a stream cannot be folded');
        }
        if (this.stopping.signal.aborted) return;
      }
      if (rows.length < scanChunk) break;
    }
    this.areStatesFolded = !this.stopping.signal.aborted;
    if (folded > 0) log.info({ service, streams: folded }, 'outdated stream states folded');
  }

  /** Replaces the stored state unless a command has changed the stream since; its own batch replaces the state then. */
  private async foldStream(streamId: string, type: AnyStreamType): Promise<void> {
    const { database, folder } = this.settings;
    const { state, version } = await folder.fold(streamRef(type, streamId.slice(type.category.length + 1)));
    await database.query(
      `with replaced as (
          insert into log_snapshots as s (stream_id, state_version, version, state)
          select stream_id, state_version, version, state from log_streams
          where stream_id = $1 and version = $2 and state_version <> $3
          on conflict (stream_id, state_version) do update
          set version = excluded.version, state = excluded.state, at = clock_timestamp()
          where s.version < excluded.version)
        update log_streams set state = $4::json, state_version = $3
        where stream_id = $1 and version = $2 and state_version <> $3`,
      [streamId, version, type.stateVersion, serializeState(type, state)],
    );
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

interface ScannedStream {
  readonly stream_id: string;
  readonly version: string;
  readonly state_version: number;
}
