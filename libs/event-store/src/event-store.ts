import {
  fold,
  streamIdOf,
  type AnyStreamRef,
  type AnyStreamType,
  type Fact,
  type Outcome,
  type StreamRef,
  type Streams,
} from '@kushk/decider';
import type { DataSource } from 'typeorm';
import { StoreUnavailable, type CommandOver, type FactMeta, type OnceOnly, type RecordedFact } from './command.js';
import { isUnavailable } from './connection.js';
import { InOneTurn } from './in-one-turn.js';
import { firstStreamId, type CommandBatcher } from './command-batcher.js';
import { repeat, type AnyCommand } from './deciding.js';
import { stateOf } from './round.js';

interface StreamRow {
  readonly stream_id: string;
  readonly version: string;
  readonly state_version: number;
  readonly state: string;
}

/** The log of one service: runs commands through the one loop, and answers what is in a stream. */
export class EventStore {
  private readonly lanes: readonly CommandBatcher[];
  private readonly reads: DataSource;
  private readonly rows = new InOneTurn((ids: readonly string[]) => this.streamRows(ids));

  constructor(lanes: readonly CommandBatcher[], reads: DataSource) {
    this.lanes = lanes;
    this.reads = reads;
  }

  /**
   * Runs a command: loads its streams, decides, stores the facts with state rows and inline views, and resolves after
   * the COMMIT. A refusal is a value; rejects with `StoreBusy`, `StoreUnavailable`, or with what `decide` threw.
   */
  async run<S extends Streams, Reply>(command: CommandOver<S, Reply>): Promise<Outcome<Reply>> {
    const lane = this.lanes[hashOf(firstStreamId(command as AnyCommand)) % this.lanes.length] as CommandBatcher;
    return (await lane.run(command as AnyCommand)) as Outcome<Reply>;
  }

  /** The state of a stream as it was last committed; version 0 and the initial state where there is none. */
  async load<State, F extends Fact>(ref: StreamRef<State, F>): Promise<{ state: State; version: number }> {
    const row = await this.rows.of(streamIdOf(ref));
    if (row === undefined) return { state: ref.type.initial, version: 0 };
    const version = Number(row.version);
    if (row.state_version === ref.type.stateVersion) return { state: stateOf(ref.type, row.state) as State, version };
    const facts = await this.history(ref);
    return { state: fold(ref.type, facts), version: facts.length };
  }

  /** How far streams have come, in the order of `refs`: their versions, 0 where there is none. One question, however many. */
  async versions(refs: readonly AnyStreamRef[]): Promise<readonly number[]> {
    const rows = await this.read<{ stream_id: string; version: string }>(
      'select stream_id, version from log_streams where stream_id = any($1)',
      [refs.map(streamIdOf)],
    );
    const versions = new Map(rows.map((row) => [row.stream_id, Number(row.version)]));
    return refs.map((ref) => versions.get(streamIdOf(ref)) ?? 0);
  }

  /** The fact with which a stream began, or null. */
  async first<State, F extends Fact>(ref: StreamRef<State, F>): Promise<RecordedFact<F> | null> {
    const [row] = await this.read<EventRow>(
      `select ${eventColumns} from log_events e where e.stream_id = $1 and e.version = 1`,
      [streamIdOf(ref)],
    );
    return row === undefined ? null : (recordedFact(row) as RecordedFact<F>);
  }

  /** All facts of a stream, oldest first. */
  async history<State, F extends Fact>(ref: StreamRef<State, F>): Promise<RecordedFact<F>[]> {
    const rows = await this.read<EventRow>(
      `select ${eventColumns} from log_events e where e.stream_id = $1 order by e.version`,
      [streamIdOf(ref)],
    );
    return rows.map((row) => recordedFact(row) as RecordedFact<F>);
  }

  /**
   * What `run` has answered under this key before (a refusal where the input was another), or null. For handlers that
   * check something beside the decision: by now that check could say something else, and a repeat gets the first answer.
   */
  async answered<Reply>(once: OnceOnly | undefined): Promise<Outcome<Reply> | null> {
    if (once === undefined) return null;
    const text = 'select input_hash, reply::text as reply from log_idempotency where scope = $1 and key = $2';
    const [row] = await this.read<{ input_hash: string; reply: string }>(text, [once.scope, once.key]);
    return row === undefined ? null : (repeat(once, { inputHash: row.input_hash, reply: row.reply }) as Outcome<Reply>);
  }

  /** Keeps an answer that was given beside the command loop, so that `answered` gives it again. The first one stays. */
  async keep(once: OnceOnly | undefined, reply: unknown): Promise<void> {
    if (once === undefined) return;
    const text =
      'insert into log_idempotency (scope, key, input_hash, reply, at) values ($1, $2, $3, $4::json, now()) on conflict do nothing';
    await this.read(text, [once.scope, once.key, once.inputHash, JSON.stringify(reply)]);
  }

  private async streamRows(ids: readonly string[]): Promise<ReadonlyMap<string, StreamRow>> {
    const text =
      'select stream_id, version, state_version, state::text as state from log_streams where stream_id = any($1)';
    return new Map((await this.read<StreamRow>(text, [ids])).map((row) => [row.stream_id, row]));
  }

  private async read<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      return await this.reads.query<Row[]>(text, [...values]);
    } catch (error) {
      throw isUnavailable(error) ? new StoreUnavailable('the log cannot be read', { cause: error }) : error;
    }
  }
}

/** The columns that make a recorded fact. Order by `e.version`, not `version`: the latter is the text made here. */
export const eventColumns =
  'position::text as position, stream_id, version::text as version, event_id::text as event_id, type, data, meta, at';
export interface EventRow {
  readonly position: string;
  readonly stream_id: string;
  readonly version: string;
  readonly event_id: string;
  readonly type: string;
  readonly data: object;
  readonly meta: FactMeta;
  readonly at: Date;
}

/** A row of the log as the fact that it keeps. */
export function recordedFact(row: EventRow): RecordedFact {
  const dash = row.stream_id.indexOf('-');
  return {
    type: row.type,
    data: row.data,
    eventId: row.event_id,
    streamId: row.stream_id,
    category: row.stream_id.slice(0, dash),
    id: row.stream_id.slice(dash + 1),
    version: Number(row.version),
    position: BigInt(row.position),
    meta: row.meta,
    at: row.at,
  };
}

/** Throws where two types share a category or a category has a dash: their streams could not be told apart. */
export function checkTypes(types: readonly AnyStreamType[]): void {
  const seen = new Set<string>();
  for (const { category } of types) {
    if (category.includes('-') || category === '' || seen.has(category))
      throw new TypeError(`stream category "${category}" is empty, has a dash or is there twice`);
    seen.add(category);
  }
}

/** FNV-1a: spreads stream ids over lanes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
