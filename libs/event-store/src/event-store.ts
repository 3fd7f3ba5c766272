import { streamIdOf, type AnyStreamRef, type Fact, type Outcome, type StreamRef, type Streams } from '@kushk/decider';
import { now } from '@kushk/runtime';
import type { DataSource } from 'typeorm';
import { batchLoader } from './views/batch-loader.js';
import { StoreTimeout, StoreUnavailable, type CommandOver, type IdempotencyKey, type RecordedFact } from './command.js';
import type { CommandRouter } from './loop/command-router.js';
import { replay, type AnyCommand } from './loop/decide-batch.js';
import { errorClassOf } from './error-class.js';
import { eventColumns, recordedFact, type EventRow } from './log/recorded-fact.js';
import type { ClockComparison } from './maintenance/clock-comparison.js';
import type { StateFolder } from './log/state-folder.js';
import { StateOutdated } from './log/state-outdated.js';
import { parseState } from './log/stream-state.js';
import { requireKnown } from './log/unknown-fact.js';

interface StreamRow {
  readonly stream_id: string;
  readonly version: string;
  readonly state_version: number;
  readonly state: string;
}

/** What a command's result waits for after the commit; null for nothing. Must not reject. */
export type ResultBarrier = (streams: readonly AnyStreamRef[]) => Promise<void> | null;

interface EventStoreParts {
  readonly folder: StateFolder;
  readonly foldTimeoutMs: number;
  readonly clock: ClockComparison;
}

/** The event log of one service: runs commands through the command loop and reads streams. */
export class EventStore {
  private barrier: ResultBarrier | null = null;
  private readonly commands: CommandRouter;
  private readonly reads: DataSource;
  private readonly folder: StateFolder;
  /** Maximum time that a command waits for the state of its streams, in milliseconds. */
  private readonly foldTimeoutMs: number;
  private readonly clock: ClockComparison;
  private readonly rows = batchLoader((streamIds: readonly string[]) => this.readStreams(streamIds));

  constructor(commands: CommandRouter, reads: DataSource, { folder, foldTimeoutMs, clock }: EventStoreParts) {
    this.commands = commands;
    this.reads = reads;
    this.folder = folder;
    this.foldTimeoutMs = foldTimeoutMs;
    this.clock = clock;
  }

  /**
   * Makes every result of a command wait, also a refusal and a stored reply: they too tell the caller what an earlier
   * command has changed, and the process of that command may have stopped before its own result.
   */
  resultsWaitFor(barrier: ResultBarrier): void {
    this.barrier = barrier;
  }

  /**
   * Runs a command: loads its streams, decides, and stores facts, stream states and inline views. Resolves after the
   * COMMIT and the barrier of `resultsWaitFor`. A refusal is returned as a value. Rejects with `StoreBusy`, with
   * `StoreUnavailable` (also when the clocks differ), with `UnknownFact`, or with the error that `decide` threw.
   */
  async run<S extends Streams, Reply>(command: CommandOver<S, Reply>): Promise<Outcome<Reply>> {
    this.clock.check();
    const giveUpAt = performance.now() + this.foldTimeoutMs;
    for (;;) {
      try {
        const outcome = (await this.commands.run(command as AnyCommand)) as Outcome<Reply>;
        await this.barrier?.(Object.values(command.streams));
        return outcome;
      } catch (error) {
        if (!(error instanceof StateOutdated)) throw error;
        // Only this command waits while its streams are folded. If it gives up, the fold continues.
        const folds = Promise.all(error.refs.map((ref) => this.folder.fold(ref)));
        await withinTime(folds, giveUpAt - performance.now(), error);
      }
    }
  }

  /** Returns the committed state of a stream. A stream without facts has version 0 and the initial state. */
  async load<State, F extends Fact>(ref: StreamRef<State, F>): Promise<{ state: State; version: number }> {
    const row = await this.rows.load(streamIdOf(ref));
    if (row === undefined) return { state: ref.type.initial, version: 0 };
    if (row.state_version === ref.type.stateVersion)
      return { state: parseState(ref.type, row.state) as State, version: Number(row.version) };
    const outdated = new StateOutdated([ref]);
    const folded = await withinTime(this.folder.fold(ref), this.foldTimeoutMs, outdated);
    return { state: folded.state as State, version: folded.version };
  }

  /**
   * Returns the committed state of a stream and the rows of a query over views, both from one snapshot: no command is
   * in one of them and not in the other. The rows arrive as JSON, so the query casts `bigint` to text. Only while a
   * state is outdated, right after an upgrade, it is loaded separately.
   */
  async loadWith<State, F extends Fact, Row>(
    ref: StreamRef<State, F>,
    query: { readonly text: string; readonly values: readonly unknown[] },
  ): Promise<{ state: State; version: number; rows: readonly Row[] }> {
    const [found] = await this.read<{ stream: readonly [string, number, string] | null; rows: readonly Row[] }>(
      `select
        (select json_build_array(version::text, state_version, state::text) from log_streams
          where stream_id = $${query.values.length + 1}) as stream,
        (select coalesce(json_agg(q), '[]'::json) from (${query.text}) q) as rows`,
      [...query.values, streamIdOf(ref)],
    );
    const { stream = null, rows = [] } = found ?? {};
    if (stream === null) return { state: ref.type.initial, version: 0, rows };
    const [version, stateVersion, state] = stream;
    if (stateVersion !== ref.type.stateVersion) return { ...(await this.load(ref)), rows };
    return { state: parseState(ref.type, state) as State, version: Number(version), rows };
  }

  /** Returns the versions of streams in the order of `refs`; a stream without facts has version 0. Takes one query. */
  async versions(refs: readonly AnyStreamRef[]): Promise<readonly number[]> {
    const rows = await this.read<{ stream_id: string; version: string }>(
      'select stream_id, version from log_streams where stream_id = any($1)',
      [refs.map(streamIdOf)],
    );
    const versions = new Map(rows.map((row) => [row.stream_id, Number(row.version)]));
    return refs.map((ref) => versions.get(streamIdOf(ref)) ?? 0);
  }

  /** Returns the first fact of a stream, or null. */
  async first<State, F extends Fact>(ref: StreamRef<State, F>): Promise<RecordedFact<F> | null> {
    const [row] = await this.read<EventRow>(
      `select ${eventColumns} from log_events e where e.stream_id = $1 and e.version = 1`,
      [streamIdOf(ref)],
    );
    return row === undefined ? null : (recordedFact(row) as RecordedFact<F>);
  }

  /** Returns all facts of a stream, oldest first. Rejects with `UnknownFact` when only a newer version knows one. */
  async history<State, F extends Fact>(ref: StreamRef<State, F>): Promise<RecordedFact<F>[]> {
    const rows = await this.read<EventRow>(
      `select ${eventColumns} from log_events e where e.stream_id = $1 order by e.version`,
      [streamIdOf(ref)],
    );
    for (const row of rows) requireKnown(ref.type, row);
    return rows.map((row) => recordedFact(row) as RecordedFact<F>);
  }

  /**
   * Returns the reply that is stored under this key, or null. Returns a refusal when the key was used with a
   * different input. For handlers that check something outside the decision: the check may fail for a repeated
   * request, which must still get the first reply. `streams` are those of the command: the reply waits for the barrier.
   */
  async findReply<Reply>(
    idempotency: IdempotencyKey | undefined,
    streams: readonly AnyStreamRef[] = [],
  ): Promise<Outcome<Reply> | null> {
    if (idempotency === undefined) return null;
    const [row] = await this.read<{ input_hash: string; reply: string }>(
      'select input_hash, reply::text as reply from log_idempotency where scope = $1 and key = $2',
      [idempotency.scope, idempotency.key],
    );
    if (row === undefined) return null;
    await this.barrier?.(streams);
    return replay(idempotency, { inputHash: row.input_hash, reply: row.reply }) as Outcome<Reply>;
  }

  /**
   * Stores a reply that was made outside the command loop, so that `findReply` returns it. If a reply is already
   * stored under the key, it stays.
   */
  async storeReply(idempotency: IdempotencyKey | undefined, reply: unknown): Promise<void> {
    if (idempotency === undefined) return;
    const text = `insert into log_idempotency (scope, key, input_hash, reply, at)
      values ($1, $2, $3, $4::json, $5) on conflict do nothing`;
    await this.read(text, [idempotency.scope, idempotency.key, idempotency.inputHash, JSON.stringify(reply), now()]);
  }

  private async readStreams(streamIds: readonly string[]): Promise<ReadonlyMap<string, StreamRow>> {
    const rows = await this.read<StreamRow>(
      'select stream_id, version, state_version, state::text as state from log_streams where stream_id = any($1)',
      [streamIds],
    );
    return new Map(rows.map((row) => [row.stream_id, row]));
  }

  private async read<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.reads.query<Row[]>(text, [...values]);
    } catch (error) {
      const errorClass = errorClassOf(error);
      if (errorClass === 'unavailable') throw new StoreUnavailable('the log cannot be read', { cause: error });
      if (errorClass === 'timeout') throw new StoreTimeout('reading the log takes too long', { cause: error });
      throw error;
    }
  }
}

/** Rejects with `StoreUnavailable` when the fold of an outdated state takes longer than `timeoutMs`. */
async function withinTime<Result>(fold: Promise<Result>, timeoutMs: number, outdated: StateOutdated): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new StoreUnavailable(outdated.message, { cause: outdated }));
    timer = setTimeout(fail, Math.max(0, timeoutMs));
  });
  try {
    return await Promise.race([fold, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
