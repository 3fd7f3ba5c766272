/**
 * Executes one batch of commands on one connection, as one transaction of two pipelines. The first pipeline locks and
 * reads, the second writes and commits. In between, the commands are decided in memory.
 */
import { streamIdOf, type AnyStreamRef } from '@kushk/decider';
import {
  begin,
  commit,
  findProofs,
  findReplies,
  lockStreams,
  rollback,
  takePositions,
  writeEvents,
  writeReplies,
  writeSnapshots,
  writeStreams,
  type CommitProof,
} from './batch-statements.js';
import { BatchTooLarge, maxReadBytes, maxWrittenCharacters } from './batch-limit.js';
import type { IdempotencyKey } from './command.js';
import {
  decideBatch,
  idempotencyName,
  type AnyCommand,
  type CommandResult,
  type DecidedBatch,
  type LoadedStream,
  type PendingFact,
  type StoredReply,
} from './decide-batch.js';
import { newEventId } from './event-id.js';
import type { BatchClient } from './connection.js';
import type { Statement } from './pipeline.js';
import { loadStreams, type StreamRow } from './stream-state.js';
import type { ViewWriter } from './view-sql.js';

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
export interface UncertainCommit<I extends Item> extends ExecutedBatch<I> {
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

/** Rejects with `BatchFailed`. Nothing is stored then, unless the error contains an uncertain commit. */
export async function executeBatch<I extends Item>(client: BatchClient, batch: Batch<I>): Promise<ExecutedBatch<I>> {
  let uncertainCommit: UncertainCommit<I> | null = null;
  try {
    const loaded = await lockAndLoad(client, batch);
    const stored = batch.uncertainCommits.find(({ proof }) => proof.eventId === loaded.storedProof);
    if (stored !== undefined) {
      await client.sendPipelined([rollback]);
      return stored;
    }
    const at = new Date();
    const commands = batch.items.map(({ command }) => command);
    const decided = decideBatch(commands, loaded, { at, newEventId, firstPosition: loaded.firstPosition });
    const [first] = decided.facts;
    const results = decided.results.map((result, index) => ({ item: batch.items[index] as I, result }));
    const executed: ExecutedBatch<I> = {
      results,
      xid: first === undefined ? null : loaded.xid,
      facts: decided.facts,
    };
    if (first === undefined && decided.repliesToStore.length === 0) {
      await client.sendPipelined([rollback]);
      return executed;
    }
    const writes = writesOf(decided, { views: batch.views, loaded, at });
    if (batch.items.length > 1) checkSize(writes);
    if (first !== undefined) uncertainCommit = { ...executed, proof: first.fact };
    const responses = await client.sendPipelined([...writes, commit]);
    // PostgreSQL responds to the COMMIT of a failed transaction with ROLLBACK and without an error.
    if (responses.at(-1)?.command !== 'COMMIT') throw new Error('PostgreSQL rolled the batch back');
    return executed;
  } catch (cause) {
    throw new BatchFailed(cause, uncertainCommit);
  }
}

interface Loaded {
  readonly streams: Map<string, LoadedStream>;
  /** Stored replies, keyed by `idempotencyName`. */
  readonly replies: Map<string, StoredReply>;
  readonly xid: bigint;
  readonly firstPosition: bigint;
  /** Event id of the fact that proves an earlier, uncertain commit; null when no such commit is stored. */
  readonly storedProof: string | null;
}

async function lockAndLoad<I extends Item>(
  client: BatchClient,
  { items, uncertainCommits }: Batch<I>,
): Promise<Loaded> {
  const refs = new Map<string, AnyStreamRef>();
  const keys: IdempotencyKey[] = [];
  for (const { command } of items) {
    for (const ref of Object.values(command.streams)) refs.set(streamIdOf(ref), ref);
    if (command.idempotency !== undefined) keys.push(command.idempotency);
  }
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
  const proofRow = uncertainCommits.length > 0 ? results.at(-1)?.rows[0] : undefined;
  return {
    streams: await loadStreams(client, refs, streamRows),
    replies,
    xid: BigInt(xid),
    firstPosition: BigInt(position),
    storedProof: (proofRow?.[0] as string | undefined) ?? null,
  };
}

interface WriteContext {
  readonly views: readonly ViewWriter[];
  readonly loaded: Loaded;
  readonly at: Date;
}

function writesOf(decided: DecidedBatch, { views, loaded, at }: WriteContext): Statement[] {
  const streams = [...loaded.streams.values()].filter((stream) => stream.version > stream.storedVersion);
  const changes = { streams, facts: decided.facts };
  return [
    ...(streams.length > 0 ? [...writeSnapshots(streams), writeStreams(streams), writeEvents(decided.facts, at)] : []),
    ...(decided.repliesToStore.length > 0 ? [writeReplies(decided.repliesToStore, at)] : []),
    ...views.flatMap((view) => view.write(changes)),
  ];
}

function checkSize(statements: readonly Statement[]): void {
  let characters = 0;
  for (const { values } of statements)
    for (const value of values) characters += typeof value === 'string' ? value.length : 0;
  if (characters > maxWrittenCharacters) throw new BatchTooLarge(`${characters} characters to write`);
}
