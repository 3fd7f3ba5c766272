/**
 * Executes one batch of commands on one connection, as one transaction. One pipeline locks and reads, the commands are
 * decided in memory, and a second pipeline writes and commits. A batch whose streams are known from earlier batches
 * needs only the second (`known-streams.ts`).
 */
import { streamIdOf, type AnyStreamRef } from '@kushk/decider';
import {
  advanceStreams,
  begin,
  commit,
  findProofs,
  findReplies,
  lockStreams,
  rollback,
  takePositions,
  touchStreams,
  writeEvents,
  writeReplies,
  writeSnapshots,
  writeStreams,
  type CommitProof,
  type WrittenStream,
} from './batch-statements.js';
import { BatchTooLarge, maxReadBytes, maxWrittenBytes } from './batch-limit.js';
import type { IdempotencyKey } from '../command.js';
import {
  decideBatch,
  idempotencyName,
  positionsPerBatch,
  type AnyCommand,
  type CommandResult,
  type PendingFact,
  type Positions,
  type StoredReply,
} from './decide-batch.js';
import { newEventId } from '../log/event-id.js';
import type { BatchClient } from '../postgres/connection.js';
import type { KnownBatch, KnownStreams } from './known-streams.js';
import type { Statement, StatementResult } from '../postgres/pipeline.js';
import { loadStreams, serializeState, type StreamRow } from '../log/stream-state.js';
import type { ViewWriter } from '../views/view-sql.js';

/** What a batch executes: a command, with anything that its caller needs to find its result. */
interface Item {
  readonly command: AnyCommand;
}

export interface Batch<I extends Item> {
  readonly items: readonly I[];
  readonly views: readonly ViewWriter[];
  /**
   * Earlier attempts whose COMMIT was sent and got no response. Each of them contained all `items`, and possibly
   * further ones, whose deadline has passed since.
   */
  readonly uncertainCommits: readonly UncertainCommit<I>[];
  /** What earlier batches of the same connection have left. */
  readonly known: KnownStreams;
}

/**
 * Each item with its result, and the id of the transaction that stored the facts. The id is null when no facts were
 * stored. Items are never paired with results by position outside of one attempt: the items of two attempts differ.
 */
export interface ExecutedBatch<I extends Item> {
  readonly results: readonly { readonly item: I; readonly result: CommandResult }[];
  readonly xid: bigint | null;
  readonly facts: readonly PendingFact[];
}

/**
 * A batch whose COMMIT was sent and got no response. Its results are valid if its first fact is stored; the next
 * attempt looks for that fact while it holds the same locks.
 */
export interface UncertainCommit<I extends Item> extends Omit<ExecutedBatch<I>, 'xid'> {
  readonly proof: CommitProof;
}

/** The batch failed. If it has an `uncertainCommit`, it may have been stored nevertheless. */
export class BatchFailed<I extends Item> extends Error {
  override readonly name = 'BatchFailed';
  readonly uncertainCommit: UncertainCommit<I> | null;

  constructor(cause: unknown, uncertainCommit: UncertainCommit<I> | null) {
    super('a batch of commands failed', { cause });
    this.uncertainCommit = uncertainCommit;
  }
}

/** A batch that is decided on known states and not stored yet. */
export interface PreparedBatch<I extends Item> {
  readonly items: readonly I[];
  readonly decided: Decided<I>;
  readonly proof: CommitProof;
  readonly statements: readonly Statement[];
}

/**
 * Decides a batch on the states that earlier batches have left or will leave. Returns null when that is not possible.
 * Otherwise the next batch is decided on the states of this one: if it is not stored, `known` must be cleared.
 *
 * The statement that writes the streams fails if their states were not the stored ones. So every stream must have new
 * facts: for a refusal alone, nothing is written. The insert of a reply fails if its key has one. So every command with
 * a key must have a reply to store.
 */
export function prepareBatch<I extends Item>(batch: Omit<Batch<I>, 'uncertainCommits'>): PreparedBatch<I> | null {
  const { items, known } = batch;
  const found = known.find(inputsOf(batch).refs);
  if (found === null) return null;
  const decided = decide(batch, { ...found, replies: new Map() });
  const streams = changedStreams(found);
  const [first] = decided.facts;
  if (first === undefined || streams.length < found.streams.size || !decided.results.every(isProved)) {
    known.missed();
    return null;
  }
  const statements = [advanceStreams(streams), ...writesOf(batch, decided, streams)];
  if (items.length > 1 && isTooLarge(statements)) return null;
  known.keep(streams, after(found, decided));
  return { items, decided, proof: first.fact, statements };
}

/** Stores a prepared batch with one pipeline, behind the one that is stored. Rejects with `BatchFailed`. */
export async function storePrepared<I extends Item>(
  client: BatchClient,
  { decided, proof, statements }: PreparedBatch<I>,
): Promise<ExecutedBatch<I>> {
  try {
    const [, advanced] = committed(await client.sendBehind([begin, ...statements, commit]));
    return { ...decided, xid: BigInt(advanced?.rows[0]?.[1] as string) };
  } catch (cause) {
    throw new BatchFailed(cause, { ...decided, proof });
  }
}

/**
 * Executes a batch with two pipelines. The first locks and reads, the second writes and commits. Rejects with
 * `BatchFailed`: nothing is stored then, unless the error contains an uncertain commit.
 */
export async function executeBatch<I extends Item>(client: BatchClient, batch: Batch<I>): Promise<ExecutedBatch<I>> {
  const inputs = inputsOf(batch);
  let uncertainCommit: UncertainCommit<I> | null = null;
  try {
    const loaded = await lockAndLoad(client, batch, inputs);
    const { storedProof } = loaded;
    if (storedProof !== null) {
      await client.sendPipelined([rollback]);
      const stored = batch.uncertainCommits.find(({ proof }) => proof.eventId === storedProof.eventId);
      return { ...(stored as UncertainCommit<I>), xid: storedProof.xid };
    }
    const decided = decide(batch, loaded);
    const [first] = decided.facts;
    const executed: ExecutedBatch<I> = { ...decided, xid: first === undefined ? null : loaded.xid };
    const isUncertain = batch.uncertainCommits.length > 0;
    if (first === undefined && decided.repliesToStore.length === 0 && !isUncertain) {
      await client.sendPipelined([rollback]);
      return executed;
    }
    const streams = changedStreams(loaded);
    const streamWrites = streams.length > 0 ? [...writeSnapshots(streams), writeStreams(streams)] : [];
    // PostgreSQL may still receive the batch of an uncertain commit. It must not be stored beside other results.
    if (streams.length === 0 && isUncertain) streamWrites.push(touchStreams([...inputs.refs.keys()]));
    const writes = [...streamWrites, ...writesOf(batch, decided, streams)];
    if (batch.items.length > 1 && isTooLarge(writes)) throw new BatchTooLarge('the values to write');
    if (first !== undefined) uncertainCommit = { ...decided, proof: first.fact };
    committed(await client.sendPipelined([...writes, commit]));
    batch.known.keep(streams, after(loaded, decided));
    return executed;
  } catch (cause) {
    throw new BatchFailed(cause, uncertainCommit);
  }
}

interface BatchInputs {
  /** By stream id. */
  readonly refs: ReadonlyMap<string, AnyStreamRef>;
  readonly keys: readonly IdempotencyKey[];
}

function inputsOf({ items }: Pick<Batch<Item>, 'items'>): BatchInputs {
  const refs = new Map<string, AnyStreamRef>();
  const keys: IdempotencyKey[] = [];
  for (const { command } of items) {
    for (const ref of Object.values(command.streams)) refs.set(streamIdOf(ref), ref);
    if (command.idempotency !== undefined) keys.push(command.idempotency);
  }
  return { refs, keys };
}

interface Loaded extends KnownBatch {
  /** Stored replies, keyed by `idempotencyName`. */
  readonly replies: Map<string, StoredReply>;
  readonly xid: bigint;
  /** The fact that proves an earlier, uncertain commit, and its transaction; null when no such commit is stored. */
  readonly storedProof: { readonly eventId: string; readonly xid: bigint } | null;
}

async function lockAndLoad<I extends Item>(
  client: BatchClient,
  { items, uncertainCommits }: Batch<I>,
  { refs, keys }: BatchInputs,
): Promise<Loaded> {
  const lock = lockStreams([...refs.keys()], items.length > 1 ? maxReadBytes : null);
  const pipeline: Statement[] = [begin, lock, takePositions];
  if (keys.length > 0) pipeline.push(findReplies(keys));
  if (uncertainCommits.length > 0) pipeline.push(findProofs(uncertainCommits.map(({ proof }) => proof)));
  const results = await client.sendPipelined(pipeline);
  const [xid, position] = results[2]?.rows[0] as [string, string];
  const replyRows = keys.length > 0 ? (results[3]?.rows as [string, string, string, string][]) : [];
  const streamRows = results[1]?.rows as unknown as StreamRow[];
  if (streamRows.some(([, , , state]) => state === null)) throw new BatchTooLarge('the states of the streams');
  const replies = new Map<string, StoredReply>();
  for (const [scope, key, inputHash, reply] of replyRows)
    replies.set(idempotencyName({ scope, key }), { scope, key, inputHash, reply });
  const proofRow = uncertainCommits.length > 0 ? (results.at(-1)?.rows[0] as [string, string] | undefined) : undefined;
  return {
    streams: await loadStreams(client, refs, streamRows),
    replies,
    xid: BigInt(xid),
    positions: { first: BigInt(position), count: positionsPerBatch },
    storedProof: proofRow === undefined ? null : { eventId: proofRow[0], xid: BigInt(proofRow[1]) },
  };
}

export interface Decided<I extends Item> extends Omit<ExecutedBatch<I>, 'xid'> {
  readonly repliesToStore: readonly StoredReply[];
  readonly at: Date;
}

function decide<I extends Item>(
  { items }: Pick<Batch<I>, 'items'>,
  loaded: Pick<Loaded, 'streams' | 'positions' | 'replies'>,
): Decided<I> {
  const at = new Date();
  const commands = items.map(({ command }) => command);
  const decided = decideBatch(commands, loaded, { at, newEventId, positions: loaded.positions });
  return { ...decided, results: decided.results.map((result, index) => ({ item: items[index] as I, result })), at };
}

/** Whether a batch on known states fails if the result of this command is wrong. */
function isProved({ item, result }: { readonly item: Item; readonly result: CommandResult }): boolean {
  return 'outcome' in result && (result.outcome.accepted || item.command.idempotency === undefined);
}

function changedStreams({ streams }: Pick<Loaded, 'streams'>): WrittenStream[] {
  return [...streams.values()]
    .filter(({ version, storedVersion }) => version > storedVersion)
    .map((stream) => ({ ...stream, text: serializeState(stream.type, stream.state) }));
}

/** The positions that a batch has left. */
function after({ positions: { first, count } }: KnownBatch, { facts }: Decided<Item>): Positions {
  return { first: first + BigInt(facts.length), count: count - facts.length };
}

/** The statements that write everything except for the streams. */
function writesOf(
  { views }: Pick<Batch<Item>, 'views'>,
  { facts, repliesToStore, at }: Decided<Item>,
  streams: readonly WrittenStream[],
): Statement[] {
  return [
    ...(facts.length > 0 ? [writeEvents(facts, at)] : []),
    ...(repliesToStore.length > 0 ? [writeReplies(repliesToStore, at)] : []),
    ...views.flatMap((view) => view.write({ streams, facts })),
  ];
}

/** Returns the results of a pipeline that ends with a COMMIT. Throws if PostgreSQL has rolled back. */
function committed(results: readonly StatementResult[]): readonly StatementResult[] {
  // PostgreSQL responds to the COMMIT of a failed transaction with ROLLBACK and without an error.
  if (results.at(-1)?.command !== 'COMMIT') throw new Error('PostgreSQL rolled the batch back');
  return results;
}

function isTooLarge(statements: readonly Statement[]): boolean {
  let bytes = 0;
  for (const { values, copied } of statements) {
    bytes += copied?.length ?? 0;
    for (const value of values) bytes += Buffer.isBuffer(value) ? value.length : 0;
  }
  return bytes > maxWrittenBytes;
}
