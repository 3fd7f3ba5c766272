/**
 * Folds the states of streams outside the command loop, in chunks. A new state version makes the stored state of every
 * stream outdated. The loop folds a short history itself; a long one would block every other command.
 *
 * The table `log_snapshots` stores states by stream and state version. It makes a long fold resumable. It also keeps
 * the state of the other version while two versions of a service run side by side, so that neither folds the whole
 * history after each write of the other.
 */
import type { AnyStreamRef, AnyStreamType } from '@kushk/decider';
import { streamIdOf } from '@kushk/decider';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { StoreLog, StoreMeasure } from '../definition.js';
import { StateOutdated } from './state-outdated.js';
import { parseState, serializeState } from './stream-state.js';
import { foldStored } from './unknown-fact.js';

/** Maximum number of facts, and maximum size of their data in bytes, that are read at a time. */
export const foldChunk = { facts: 5_000, bytes: 8 * 1024 * 1024 };
/** Pause between two chunks, in milliseconds, so that folding leaves capacity for reads. */
const pauseMs = 2;
/** How often progress is logged, in milliseconds. */
const logEveryMs = 5_000;

export interface FoldedState {
  readonly state: unknown;
  readonly version: number;
}

interface FoldedChunk extends FoldedState {
  /** True when the stream had no further facts. */
  readonly isComplete: boolean;
}

export interface StateFolderSettings {
  readonly database: DataSource;
  readonly service: string;
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
  /** Maximum number of facts read at a time; set it only in tests. */
  readonly chunkFacts?: number | undefined;
}

export class StateFolder {
  private readonly inProgress = new Map<string, Promise<FoldedState>>();
  /** The last chunk that waits or is folded. Chunks follow each other, so that folds need one connection. */
  private last: Promise<unknown> = Promise.resolve();
  private isStopped = false;
  private readonly settings: StateFolderSettings;

  constructor(settings: StateFolderSettings) {
    this.settings = settings;
  }

  /**
   * Folds the facts of a stream that are committed now and stores the state as a snapshot. Continues at the snapshot of
   * an earlier, interrupted fold. Streams take turns chunk by chunk, so a short one does not wait for a long one.
   */
  fold(ref: AnyStreamRef): Promise<FoldedState> {
    const streamId = streamIdOf(ref);
    const running = this.inProgress.get(streamId);
    if (running !== undefined) return running;
    const fold = this.foldStream(streamId, ref.type);
    this.inProgress.set(streamId, fold);
    const done = (): boolean => this.inProgress.delete(streamId);
    fold.then(done, done);
    return fold;
  }

  /** Lets the current chunk finish. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.allSettled(this.inProgress.values());
  }

  private async foldStream(streamId: string, type: AnyStreamType): Promise<FoldedState> {
    const { service, log } = this.settings;
    let loggedAt = performance.now();
    for (;;) {
      const { isComplete, ...folded } = await this.inTurn(() => this.foldChunk(streamId, type));
      if (isComplete) return folded;
      if (performance.now() - loggedAt > logEveryMs) {
        loggedAt = performance.now();
        log.info({ service, stream_id: streamId, facts: folded.version }, 'folding the state of a long stream');
      }
      await sleep(pauseMs);
    }
  }

  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Starts at the snapshot: however many streams are folded, only one state is in memory. */
  private async foldChunk(streamId: string, type: AnyStreamType): Promise<FoldedChunk> {
    if (this.isStopped) throw new StateOutdated([]);
    let { state, version } = await this.snapshot(streamId, type);
    const facts = await this.read(streamId, version);
    if (facts.length === 0) return { state, version, isComplete: true };
    for (const fact of facts) state = foldStored(type, state, fact);
    version += facts.length;
    await this.save(streamId, type, { state, version });
    this.settings.measure.maintained('fold_states', facts.length);
    return { state, version, isComplete: false };
  }

  private async snapshot(streamId: string, type: AnyStreamType): Promise<FoldedState> {
    const [row] = await this.settings.database.query<{ version: string; state: string }[]>(
      'select version::text as version, state::text as state from log_snapshots where stream_id = $1 and state_version = $2',
      [streamId, type.stateVersion],
    );
    if (row === undefined) return { state: type.initial as unknown, version: 0 };
    return { state: parseState(type, row.state), version: Number(row.version) };
  }

  private read(streamId: string, after: number): Promise<{ type: string; data: object }[]> {
    const { database, chunkFacts = foldChunk.facts } = this.settings;
    return database.query(
      `select type, data from (
          select type, data, sum(data_bytes) over (order by version) - data_bytes as before
          from (select version, type, data, data_bytes from log_events
            where stream_id = $1 and version > $2 order by version limit $3) e
        ) b where before < ${foldChunk.bytes}`,
      [streamId, after, chunkFacts],
    );
  }

  private async save(streamId: string, type: AnyStreamType, { state, version }: FoldedState): Promise<void> {
    await this.settings.database.query(
      `insert into log_snapshots as s (stream_id, state_version, version, state) values ($1, $2, $3, $4::json)
        on conflict (stream_id, state_version) do update
        set version = excluded.version, state = excluded.state, at = clock_timestamp() where s.version < excluded.version`,
      [streamId, type.stateVersion, version, serializeState(type, state)],
    );
  }
}
