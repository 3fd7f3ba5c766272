/** What both executors do: decide the commands of a batch, make its statements, and commit them. */
import { streamIdOf, type AnyStreamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import pg from 'pg';
import { newEventId } from '../log/event-id.js';
import { serializeState } from '../log/stream-state.js';
import type { BatchClient } from '../postgres/connection.js';
import type { Statement, StatementResult } from '../postgres/pipeline.js';
import type { ViewWriter } from '../views/view-sql.js';
import { UncertainCommitError, type Item, type UncertainCommit, type WrittenStates } from './batch-executor.js';
import { BatchTooLarge, maxWrittenBytes } from './batch-limit.js';
import { commit, writeEvents, writeReplies } from './batch-statements.js';
import { decideBatch, type LoadedStream, type Positions, type StoredReply } from './decide-batch.js';

/** What a batch is decided on. */
export interface BatchInputs {
  /** By stream id. */
  readonly streams: Map<string, LoadedStream>;
  /** Stored replies, keyed by `idempotencyName`. */
  readonly replies: Map<string, StoredReply>;
  readonly positions: Positions;
}

export interface DecidedItems<I extends Item> extends Pick<UncertainCommit<I>, 'results' | 'facts'> {
  /** Null when there are no facts. */
  readonly uncertainCommit: UncertainCommit<I> | null;
  readonly written: WrittenStates;
  /** Write everything except for the streams. */
  readonly statements: readonly Statement[];
}

/** Returns the streams of a batch by stream id. */
export function refsOf(items: readonly Item[]): Map<string, AnyStreamRef> {
  const refs = new Map<string, AnyStreamRef>();
  for (const { command } of items) for (const ref of Object.values(command.streams)) refs.set(streamIdOf(ref), ref);
  return refs;
}

/** Decides the items in order. Throws `BatchTooLarge` when the values of several items are too many bytes. */
export function decideItems<I extends Item>(
  items: readonly I[],
  inputs: BatchInputs,
  views: readonly ViewWriter[],
): DecidedItems<I> {
  const at = now();
  const commands = items.map(({ command }) => command);
  const { facts, repliesToStore, ...decided } = decideBatch(commands, inputs, {
    at,
    newEventId,
    positions: inputs.positions,
  });
  const results = decided.results.map((result, index) => ({ item: items[index] as I, result }));
  const streams = [...inputs.streams.values()]
    .filter(({ version, storedVersion }) => version > storedVersion)
    .map((stream) => ({ ...stream, text: serializeState(stream.type, stream.state) }));
  const statements = [
    ...(facts.length > 0 ? [writeEvents(facts, at)] : []),
    ...(repliesToStore.length > 0 ? [writeReplies(repliesToStore, at)] : []),
    ...views.flatMap((view) => view.write({ streams, facts })),
  ];
  const stateBytes = streams.reduce((sum, { text }) => sum + text.length, 0);
  if (items.length > 1 && stateBytes + bytesOf(statements) > maxWrittenBytes)
    throw new BatchTooLarge('the values to write');
  const [first] = facts;
  const { first: position, count } = inputs.positions;
  return {
    results,
    facts,
    uncertainCommit: first === undefined ? null : { results, facts, proof: first.fact },
    written: { streams, positions: { first: position + BigInt(facts.length), count: count - facts.length } },
    statements,
  };
}

/** Sends the last statements of a transaction with its COMMIT. */
export async function sendCommit<I extends Item>(
  client: BatchClient,
  statements: readonly Statement[],
  uncertainCommit: UncertainCommit<I> | null,
): Promise<readonly StatementResult[]> {
  let results: readonly StatementResult[];
  try {
    results = await client.sendPipelined([...statements, commit]);
  } catch (cause) {
    // Only an error of PostgreSQL proves that nothing was committed. No list of other errors is ever complete.
    if (uncertainCommit === null || cause instanceof pg.DatabaseError) throw cause;
    throw new UncertainCommitError(cause, uncertainCommit);
  }
  // PostgreSQL responds to the COMMIT of a failed transaction with ROLLBACK and without an error.
  if (results.at(-1)?.command !== 'COMMIT') throw new Error('PostgreSQL rolled the batch back');
  return results;
}

/** The id of the transaction, from the result of `writeStreams`. */
export function xidOf(result: StatementResult | undefined): bigint {
  return BigInt(result?.rows[0]?.[1] as string);
}

function bytesOf(statements: readonly Statement[]): number {
  let bytes = 0;
  for (const { values, copied } of statements) {
    bytes += copied?.length ?? 0;
    for (const value of values) bytes += Buffer.isBuffer(value) ? value.length : 0;
  }
  return bytes;
}
