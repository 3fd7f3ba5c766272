import type { AnyStreamRef } from '@kushk/decider';
import { loadStreams, type StreamRow } from '../log/stream-state.js';
import type { BatchClient } from '../postgres/connection.js';
import type { Statement } from '../postgres/pipeline.js';
import type { ViewWriter } from '../views/view-sql.js';
import type { Batch, BatchExecutor, ExecutedBatch, Item, UncertainCommit } from './batch-executor.js';
import { followStoredClock } from '../test-clock/test-clock.js';
import { BatchTooLarge, maxReadBytes } from './batch-limit.js';
import {
  begin,
  findProofs,
  findReplies,
  lockStreams,
  readClock,
  rollback,
  takePositions,
  touchStreams,
  writeSnapshots,
  writeStreams,
} from './batch-statements.js';
import { decideItems, refsOf, sendCommit, xidOf, type BatchInputs } from './batch-transaction.js';
import { idempotencyName, positionsPerBatch, type StoredReply } from './decide-batch.js';

interface Loaded<I extends Item> extends BatchInputs {
  /** The earlier, uncertain commit that is stored; null when none is. */
  readonly stored: { readonly commit: UncertainCommit<I>; readonly xid: bigint } | null;
}

/** Executes a batch with two pipelines: the first locks and reads, the second writes and commits. */
export class LockingExecutor implements BatchExecutor {
  private readonly views: readonly ViewWriter[];
  private readonly hasTestClock: boolean;

  constructor(views: readonly ViewWriter[], hasTestClock: boolean) {
    this.views = views;
    this.hasTestClock = hasTestClock;
  }

  async execute<I extends Item>(client: BatchClient, batch: Batch<I>): Promise<ExecutedBatch<I>> {
    const { items, uncertainCommits } = batch;
    const refs = refsOf(items);
    const { stored, ...inputs } = await lockAndLoad(client, batch, { refs, hasTestClock: this.hasTestClock });
    if (stored !== null) {
      await client.sendPipelined([rollback]);
      const { results, facts } = stored.commit;
      return { results, facts, xid: stored.xid, written: null };
    }
    const { results, facts, statements, written, uncertainCommit } = decideItems(items, inputs, this.views);
    const isUncertain = uncertainCommits.length > 0;
    if (statements.length === 0 && !isUncertain) {
      await client.sendPipelined([rollback]);
      return { results, facts, xid: null, written: null };
    }
    const { streams } = written;
    const streamWrites = streams.length > 0 ? [writeStreams(streams, true), ...writeSnapshots(streams)] : [];
    // PostgreSQL may still receive the batch of an uncertain commit. It must not be stored beside other results. A row
    // that had not been there to be locked may be of this batch.
    if (streams.length === 0 && isUncertain) {
      const locked = [...inputs.streams.values()].filter(({ storedVersion }) => storedVersion > 0);
      streamWrites.push(touchStreams(locked.map(({ streamId }) => streamId)));
    }
    const [first] = await sendCommit(client, [...streamWrites, ...statements], uncertainCommit);
    return { results, facts, xid: streams.length > 0 ? xidOf(first) : null, written };
  }
}

async function lockAndLoad<I extends Item>(
  client: BatchClient,
  { items, uncertainCommits }: Batch<I>,
  { refs, hasTestClock }: { readonly refs: ReadonlyMap<string, AnyStreamRef>; readonly hasTestClock: boolean },
): Promise<Loaded<I>> {
  const keys = items.flatMap(({ command: { idempotency } }) => (idempotency === undefined ? [] : [idempotency]));
  const lock = lockStreams([...refs.keys()], items.length > 1 ? maxReadBytes : null);
  // The clock is read under the locks: the process that stored the facts of these streams had moved it before.
  const pipeline: Statement[] = [begin, lock, takePositions, ...(hasTestClock ? [readClock] : [])];
  const repliesAt = pipeline.length;
  if (keys.length > 0) pipeline.push(findReplies(keys));
  if (uncertainCommits.length > 0) pipeline.push(findProofs(uncertainCommits.map(({ proof }) => proof)));
  const results = await client.sendPipelined(pipeline);
  const streamRows = results[1]?.rows as unknown as StreamRow[];
  const [position] = results[2]?.rows[0] as [string];
  const replyRows = keys.length > 0 ? (results[repliesAt]?.rows as [string, string, string, string][]) : [];
  const [eventId, storedXid] = (uncertainCommits.length > 0 && results.at(-1)?.rows[0]) || [];
  if (streamRows.some(([, , , state]) => state === null)) throw new BatchTooLarge('the states of the streams');
  if (hasTestClock) followStoredClock(results[3]?.rows[0]?.[0] ?? null);
  const replies = new Map<string, StoredReply>();
  for (const [scope, key, inputHash, reply] of replyRows)
    replies.set(idempotencyName({ scope, key }), { scope, key, inputHash, reply });
  const commit = uncertainCommits.find(({ proof }) => proof.eventId === eventId);
  return {
    streams: await loadStreams(client, refs, streamRows),
    replies,
    positions: { first: BigInt(position), count: positionsPerBatch },
    stored: commit === undefined ? null : { commit, xid: BigInt(storedXid as string) },
  };
}
