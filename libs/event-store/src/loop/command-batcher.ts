/**
 * Batches commands: one queue, one connection, one batch after the other. Commands that arrive while one is executed
 * form the next batch (group commit). A thousand commands on one stream are therefore as fast as a thousand commands
 * on different streams.
 */
import { tenantOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { connectionProblem } from '@kushk/runtime';
import { Signal } from '@kushk/runtime/signal';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultTiming, type BatcherTiming, type CommandBatcherSettings } from './batcher-settings.js';
import { BatchLimit, BatchTooLarge } from './batch-limit.js';
import { StoreBusy, StoreUnavailable } from '../command.js';
import { CommandQueue } from './command-queue.js';
import { UncertainCommitError, type ExecutedBatch, type UncertainCommit } from './batch-executor.js';
import type { AnyCommand } from './decide-batch.js';
import { errorClassOf } from '../error-class.js';
import {
  defaultCommandBytes,
  errorOf,
  labelOf,
  sizeOf,
  type QueuedBatch,
  type QueuedCommand,
  type SplitCause,
} from './queued-command.js';
import { partsOf } from './split-batch.js';
import { StateOutdated } from '../log/state-outdated.js';
import { UnknownFact } from '../log/unknown-fact.js';

/**
 * A batch that follows another one waits until it is as large as the previous one, but no longer than this: the
 * callers of the previous batch are about to call again, and two commits cost twice as much as one. PostgreSQL's
 * `commit_delay` has the same purpose. A single caller never waits.
 */
const fillTimeoutMs = 1;
/** After this time the batcher no longer expects further calls from the callers of the last batch. */
const followUpMs = 5;

/** Backoff delay after a conflict, times the number of attempts. The first attempts follow without a delay. */
const conflictPauseMs = 5;
const conflictRetriesAtOnce = 2;
const logEveryAttempts = 10;
/** Without further commands nothing else tells that PostgreSQL stores batches again. */
const failureCountsMs = 10_000;

/** Halving a batch of many large states would read their sizes again and again. */
const partsOfTooLarge = 16;

export class CommandBatcher {
  private readonly queue: CommandQueue<QueuedCommand>;
  private readonly limit = new BatchLimit();
  /**
   * Every command without a result, in order of arrival, wherever it is: in the queue, in the batch, or in a part of
   * a batch that is executed later. A command outside this set would never be rejected at its deadline.
   */
  private readonly unsettled = new Set<QueuedCommand>();
  private executing: QueuedBatch = [];
  private isRunning = false;
  private isClosed = false;
  private readonly idle = new Signal();
  private readonly filled = new Signal();
  /** Queue length at which the waiting batch starts; null while no batch waits for more commands. */
  private fillTarget: number | null = null;
  private last = { size: 1, endedAt: 0 };
  private expiryTimer: NodeJS.Timeout | null = null;
  private failure: { readonly problem: string; readonly at: number } | null = null;
  private readonly settings: CommandBatcherSettings;
  private readonly timing: BatcherTiming;

  constructor(settings: CommandBatcherSettings) {
    this.settings = settings;
    this.timing = settings.timing ?? defaultTiming;
    this.queue = new CommandQueue(settings.queueLimits);
  }

  /** Runs a command; resolves after the commit. */
  run(command: AnyCommand): Promise<Outcome<unknown>> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise((resolve, reject) => {
      const queued = {
        command,
        tenant: tenantOf(command.meta?.actor),
        bytes: command.meta?.requestBytes ?? defaultCommandBytes,
        expiresAt: performance.now() + this.settings.deadlineMs,
        isSettled: false,
        resolve,
        reject,
      };
      this.unsettled.add(queued);
      const rejected = this.queue.add(queued);
      if (rejected !== null) {
        this.markSettled(rejected);
        rejected.reject(new StoreBusy(`${this.queue.size} commands with ${this.queue.bytes} bytes are waiting`));
        if (rejected === queued) return;
      }
      if (this.fillTarget !== null && this.queue.size >= this.fillTarget) {
        // Notifies once per batch. The signal would store a second notification, and the next wait would end too
        // early.
        this.fillTarget = null;
        this.filled.notify();
      }
      if (this.isRunning) return;
      this.isRunning = true;
      this.expiryTimer ??= setInterval(() => this.expireOverdue(), this.timing.expireEveryMs);
      // The batch starts after this event-loop turn, so that it includes the commands of other callers that the same
      // message or commit woke up.
      setImmediate(() => void this.runBatches());
    });
  }

  /** Throws with one line when PostgreSQL has not stored a batch of the last seconds, for example on a full disk. */
  requireSuccess(): void {
    if (this.failure !== null && performance.now() - this.failure.at < failureCountsMs)
      throw new Error(this.failure.problem);
  }

  /** Lets waiting commands finish within their deadline, then closes the connection. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.isRunning) await this.idle.wait(Infinity);
    if (this.expiryTimer !== null) clearInterval(this.expiryTimer);
    await this.settings.connection.close();
  }

  private async runBatches(): Promise<void> {
    while (this.queue.size > 0) {
      await this.fill();
      await this.execute(this.queue.take(this.limit.current));
      this.executing = [];
    }
    this.isRunning = false;
    if (this.expiryTimer !== null) clearInterval(this.expiryTimer);
    this.expiryTimer = null;
    this.idle.notify();
  }

  /** Waits for the callers of the previous batch to call again. */
  private async fill(): Promise<void> {
    const target = Math.min(this.last.size, this.limit.current.commands);
    if (this.queue.size >= target || performance.now() - this.last.endedAt > followUpMs) return;
    this.fillTarget = target;
    await this.filled.wait(fillTimeoutMs);
    this.fillTarget = null;
  }

  /**
   * Executes a batch until every command has its result. Retries after errors that a retry can fix, and splits the
   * batch after other errors. All parts keep the uncertain commits: one of these may still turn out to be stored.
   */
  private async execute(
    batch: QueuedBatch,
    uncertainCommits: readonly UncertainCommit<QueuedCommand>[] = [],
  ): Promise<void> {
    const uncertain = [...uncertainCommits];
    for (let attempt = 1; ; attempt += 1) {
      const items = batch.filter((each) => !each.isSettled);
      if (items.length === 0) return;
      this.executing = items;
      try {
        const client = await this.settings.connection.client();
        const executed = await this.settings.executor.execute(client, { items, uncertainCommits: uncertain });
        this.limit.grow(sizeOf(items));
        this.failure = null;
        this.settle(executed);
        this.last = { size: items.length, endedAt: performance.now() };
        return;
      } catch (error) {
        const errorClass = errorClassOf(error);
        if (errorClass === 'timeout') this.limit.shrinkBelow(sizeOf(items));
        if (errorClass === 'defect' || errorClass === 'timeout') {
          await this.rollBack();
          return this.split(items, { cause: error, uncertain });
        }
        if (errorClass === 'unavailable') this.failure = { problem: connectionProblem(error), at: performance.now() };
        if (error instanceof UncertainCommitError)
          uncertain.push((error as UncertainCommitError<QueuedCommand>).commit);
        if (attempt % logEveryAttempts === 1) {
          const fields = { error_class: errorClass, attempt, commands: items.length, err: error };
          this.settings.log.warn(fields, 'batch failed, retrying');
        }
        await this.prepareRetry(errorClass, attempt);
      }
    }
  }

  private async prepareRetry(errorClass: 'conflict' | 'unavailable', attempt: number): Promise<void> {
    if (errorClass === 'unavailable') {
      this.settings.connection.discard();
      await sleep(this.timing.unavailablePauseMs);
      return;
    }
    await this.rollBack();
    if (attempt > conflictRetriesAtOnce) await sleep(Math.random() * conflictPauseMs * attempt);
  }

  /** Ends the failed transaction. */
  private async rollBack(): Promise<void> {
    try {
      await (await this.settings.connection.client()).query('rollback');
    } catch {
      this.settings.connection.discard();
    }
  }

  /**
   * PostgreSQL rejects a command of the batch, or the batch takes too long. Halving the batch isolates the command:
   * first between streams, then between commands of one stream.
   */
  private async split(commands: QueuedBatch, failure: SplitCause): Promise<void> {
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) {
      this.markSettled(only);
      only.reject(errorOf(failure));
      return;
    }
    this.settings.log.warn({ commands: commands.length, err: failure.cause }, 'batch failed, splitting');
    const count = failure.cause instanceof BatchTooLarge ? partsOfTooLarge : 2;
    for (const part of partsOf(commands, count)) await this.execute(part, failure.uncertain);
  }

  private settle({ results, xid, facts }: ExecutedBatch<QueuedCommand>): void {
    for (const { item, result } of results) {
      if (item.isSettled) continue;
      this.markSettled(item);
      // The command runs again: here once the state is folded, or in a process of a newer version.
      const runsAgain =
        'thrown' in result && (result.thrown instanceof StateOutdated || result.thrown instanceof UnknownFact);
      if (!runsAgain) this.settings.measure.commandDecided(item.command.name, labelOf(result));
      if ('outcome' in result) item.resolve(result.outcome);
      else item.reject(result.thrown);
    }
    if (xid !== null) this.settings.onCommit(xid, facts);
  }

  private markSettled(queued: QueuedCommand): void {
    queued.isSettled = true;
    this.unsettled.delete(queued);
  }

  /** Rejects overdue commands. Closes the connection when every command of the batch is overdue. */
  private expireOverdue(): void {
    const now = performance.now();
    let expired = 0;
    for (const queued of this.unsettled) {
      if (queued.expiresAt > now) break;
      this.markSettled(queued);
      queued.reject(new StoreUnavailable(`the database did not answer within ${this.settings.deadlineMs} ms`));
      expired += 1;
    }
    if (expired > 0) this.queue.removeSettled();
    // At every call: a batch whose commands expired while the connection opened may hang after that.
    if (this.executing.length > 0 && this.executing.every((queued) => queued.isSettled))
      this.settings.connection.discard();
  }
}
