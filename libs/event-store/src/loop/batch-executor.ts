/**
 * Executes one batch of commands as one transaction. There are two executors: `LockingExecutor` locks and reads the
 * streams before it decides, `OptimisticExecutor` decides on cached states first.
 */
import type { BatchClient } from '../postgres/connection.js';
import type { CommitProof, WrittenStream } from './batch-statements.js';
import type { AnyCommand, CommandResult, PendingFact, Positions } from './decide-batch.js';

export interface BatchExecutor {
  /**
   * Resolves after the commit. Rejects with `UncertainCommitError` when the batch may be stored nevertheless; after any
   * other error nothing is stored. The caller ends the failed transaction.
   */
  execute<I extends Item>(client: BatchClient, batch: Batch<I>): Promise<ExecutedBatch<I>>;
}

/** What a batch executes: a command, with anything that its caller needs to find its result. */
export interface Item {
  readonly command: AnyCommand;
}

export interface Batch<I extends Item> {
  readonly items: readonly I[];
  /**
   * Earlier attempts whose COMMIT was sent and got no response. Each of them contained all `items`, and possibly
   * further ones, whose deadline has passed since.
   */
  readonly uncertainCommits: readonly UncertainCommit<I>[];
}

/**
 * The result of each item. Items are never paired with results by position outside of one attempt: the items of two
 * attempts differ.
 */
interface Results<I extends Item> {
  readonly results: readonly { readonly item: I; readonly result: CommandResult }[];
  readonly facts: readonly PendingFact[];
}

export interface ExecutedBatch<I extends Item> extends Results<I> {
  /** The transaction that stored the facts; null when no facts were stored. */
  readonly xid: bigint | null;
  /** What the transaction wrote; null when this session wrote nothing. */
  readonly written: WrittenStates | null;
}

/** The streams as a transaction left them, and the rest of the positions that it reserved. */
export interface WrittenStates {
  readonly streams: readonly WrittenStream[];
  readonly positions: Positions;
}

/**
 * A batch whose COMMIT was sent and got no response. Its results are valid if its first fact is stored; the next
 * attempt looks for that fact while it holds the same locks.
 */
export interface UncertainCommit<I extends Item> extends Results<I> {
  readonly proof: CommitProof;
}

/** The COMMIT was sent, and PostgreSQL did not answer. */
export class UncertainCommitError<I extends Item> extends Error {
  override readonly name = 'UncertainCommitError';
  readonly commit: UncertainCommit<I>;

  constructor(cause: unknown, commit: UncertainCommit<I>) {
    super('the response to a commit was lost', { cause });
    this.commit = commit;
  }
}
