import { errorClassOf } from '../error-class.js';
import type { BatchClient } from '../postgres/connection.js';
import type { ViewWriter } from '../views/view-sql.js';
import type { Batch, BatchExecutor, ExecutedBatch, Item } from './batch-executor.js';
import { begin, writeStreams } from './batch-statements.js';
import { decideItems, refsOf, sendCommit, xidOf, type BatchInputs, type DecidedItems } from './batch-transaction.js';
import { CachedStates } from './cached-states.js';
import type { CommandResult } from './decide-batch.js';

/**
 * Number of batches without an optimistic attempt after one that failed: another process works on the same streams, or
 * callers repeat requests.
 */
const batchesAfterFailure = 16;

/**
 * Decides a batch on cached states and sends it as one pipeline. Its first statement fails if a row is not as cached
 * (`writeStreams`). A batch that cannot be decided this way, or whose attempt fails, is executed by the fallback.
 * `docs/adr/0029-cached-states.md` says why that is enough.
 */
export class OptimisticExecutor implements BatchExecutor {
  private readonly fallback: BatchExecutor;
  private readonly views: readonly ViewWriter[];
  private client: BatchClient | null = null;
  private cached = new CachedStates();
  private attemptsToSkip = 0;

  constructor(fallback: BatchExecutor, views: readonly ViewWriter[]) {
    this.fallback = fallback;
    this.views = views;
  }

  async execute<I extends Item>(client: BatchClient, batch: Batch<I>): Promise<ExecutedBatch<I>> {
    // Another session may be one of another server, with an older copy of the log.
    if (client !== this.client) this.cached = new CachedStates();
    this.client = client;
    const executed = (await this.attempt(client, batch)) ?? (await this.fallback.execute(client, batch));
    if (executed.written !== null) this.cached.store(executed.written);
    return executed;
  }

  /** Returns null when the fallback has to execute the batch. */
  private async attempt<I extends Item>(client: BatchClient, batch: Batch<I>): Promise<ExecutedBatch<I> | null> {
    const { items, uncertainCommits } = batch;
    if (uncertainCommits.length > 0) return null;
    if (this.attemptsToSkip > 0) {
      this.attemptsToSkip -= 1;
      return null;
    }
    const found = this.cached.find(refsOf(items));
    if (found === null) return null;
    const inputs = { ...found, replies: new Map() };
    const decided = decideItems(items, inputs, this.views);
    if (!isVerifiable(decided, inputs)) {
      this.attemptsToSkip = batchesAfterFailure;
      return null;
    }
    const { results, facts, statements, written, uncertainCommit } = decided;
    try {
      const write = writeStreams(written.streams, false);
      const [, first] = await sendCommit(client, [begin, write, ...statements], uncertainCommit);
      return { results, facts, xid: xidOf(first), written };
    } catch (error) {
      if (errorClassOf(error) !== 'conflict') throw error;
      this.attemptsToSkip = batchesAfterFailure;
      await client.query('rollback');
      return null;
    }
  }
}

/**
 * Whether the transaction fails if a result is wrong. A stream is verified by writing it, so every stream must have new
 * facts. A key is verified by storing a reply, so every command with a key must have one.
 */
function isVerifiable<I extends Item>({ results, written }: DecidedItems<I>, { streams }: BatchInputs): boolean {
  const isResultVerified = ({ item, result }: { readonly item: I; readonly result: CommandResult }): boolean =>
    'outcome' in result && (result.outcome.accepted || item.command.idempotency === undefined);
  return written.streams.length === streams.size && results.every(isResultVerified);
}
