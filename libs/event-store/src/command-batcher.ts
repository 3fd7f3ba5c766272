/**
 * Batches commands: one queue, one connection, one batch at a time. Commands that arrive while a batch is executed
 * form the next batch (group commit). A thousand commands on one stream are therefore as fast as a thousand commands
 * on different streams. While PostgreSQL stores a batch whose streams were known, the next one is decided on the states
 * that it will leave.
 */
import { tenantOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Signal } from '@kushk/runtime/signal';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultTiming, type BatcherTiming, type CommandBatcherSettings } from './batcher-settings.js';
import { BatchLimit } from './batch-limit.js';
import { StoreBusy, StoreUnavailable } from './command.js';
import { CommandQueue } from './command-queue.js';
import type { BatchClient } from './connection.js';
import type { AnyCommand } from './decide-batch.js';
import { errorClassOf, type ErrorClass } from './error-class.js';
import {
  BatchFailed,
  executeBatch,
  prepareBatch,
  storePrepared,
  type ExecutedBatch,
  type PreparedBatch,
  type UncertainCommit,
} from './execute-batch.js';
import { KnownStreams } from './known-streams.js';
import {
  defaultCommandBytes,
  errorOf,
  labelOf,
  sizeOf,
  type NextBatch,
  type QueuedBatch,
  type QueuedCommand,
  type SplitCause,
} from './queued-command.js';
import { halves } from './split-batch.js';
import { StateOutdated } from './state-outdated.js';

/**
 * A batch that follows another one waits until it is as large as the previous one, but no longer than this: the
 * callers of the previous batch are about to call again, and two commits cost twice as much as one. PostgreSQL's
 * `commit_delay` has the same purpose. A single caller never waits.
 */
const fillTimeoutMs = 1;
/** After this time the batcher no longer expects further calls from the callers of the last batch. */
const followUpMs = 5;
/** A batch of fewer commands is not decided ahead: two small batches cost more than one that waits. */
const defaultFewestAhead = 32;

/** Backoff delay after a conflict, times the number of attempts. The first attempts follow without a delay. */
const conflictPauseMs = 5;
const conflictRetriesAtOnce = 2;
const logEveryAttempts = 10;

export class CommandBatcher {
  private readonly queue: CommandQueue<QueuedCommand>;
  private readonly limit = new BatchLimit();
  /**
   * Every command without a result, in order of arrival, wherever it is: in the queue, in the batch, or in the half of
   * a batch that is executed later. A command outside this set would never be rejected at its deadline.
   */
  private readonly unsettled = new Set<QueuedCommand>();
  private executing: QueuedBatch = [];
  /** Whether the batch that is executed was prepared, so that the next one can be prepared as well. */
  private isStoring = false;
  private next: NextBatch | null = null;
  private isNextScheduled = false;
  private isRunning = false;
  private isClosed = false;
  private readonly idle = new Signal();
  private readonly filled = new Signal();
  /** Queue length at which the waiting batch starts; null while no batch waits for more commands. */
  private fillTarget: number | null = null;
  private last = { size: 1, endedAt: 0 };
  private expiryTimer: NodeJS.Timeout | null = null;
  /** The session of the last batch, and the streams that its batches have left. */
  private client: BatchClient | null = null;
  private known = new KnownStreams();
  private readonly settings: CommandBatcherSettings;
  private readonly timing: BatcherTiming;
  private readonly fewestAhead: number;

  constructor(settings: CommandBatcherSettings) {
    this.settings = settings;
    this.timing = settings.timing ?? defaultTiming;
    this.fewestAhead = settings.fewestAhead ?? defaultFewestAhead;
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
      if (this.isStoring) this.scheduleNext();
      if (this.isRunning) return;
      this.isRunning = true;
      this.expiryTimer ??= setInterval(() => this.expireOverdue(), this.timing.expireEveryMs);
      // The batch starts after this event-loop turn, so that it includes the commands of other callers that the same
      // message or commit woke up.
      setImmediate(() => void this.runBatches());
    });
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
      // Without a session nothing is known. Executing the batch waits for one.
      await this.session().catch(() => undefined);
      const { items, prepared } = this.prepare();
      if (prepared === null) await this.execute(items);
      else await this.storeInTurn(prepared);
      this.executing = [];
    }
    this.isRunning = false;
    if (this.expiryTimer !== null) clearInterval(this.expiryTimer);
    this.expiryTimer = null;
    this.idle.notify();
  }

  private async session(): Promise<BatchClient> {
    const client = await this.settings.connection.client();
    // Another session may be one of another server, with an older copy of the log.
    if (client !== this.client) this.known = new KnownStreams();
    this.client = client;
    return client;
  }

  /**
   * Takes half of the commands that have no result, so that one half is decided while the other one is stored. Takes
   * all when they cannot be decided yet.
   */
  private prepare(): NextBatch {
    const limit = this.limit.current;
    const half = Math.max(this.fewestAhead, Math.ceil((this.executing.length + this.queue.size) / 2));
    const items = this.queue.take({ ...limit, commands: Math.min(limit.commands, half) });
    const prepared = this.tryPrepare(items);
    return { items: prepared === null ? this.queue.take(limit, items) : items, prepared };
  }

  /** Returns null also when a view throws: the batch is then split, until the command that it throws for is alone. */
  private tryPrepare(items: QueuedBatch): PreparedBatch<QueuedCommand> | null {
    try {
      return prepareBatch({ items, views: this.settings.views, known: this.known });
    } catch {
      return null;
    }
  }

  /** Prepares the next batch at the end of this event-loop turn, once enough commands wait. */
  private scheduleNext(): void {
    const isDue = (): boolean => this.isStoring && this.next === null && this.queue.size >= this.fewestAhead;
    if (this.isNextScheduled || !isDue()) return;
    this.isNextScheduled = true;
    setImmediate(() => {
      this.isNextScheduled = false;
      if (isDue()) this.next = this.prepare();
    });
  }

  /** Stores a prepared batch, and then those that were prepared while the one before them was stored. */
  private async storeInTurn(first: PreparedBatch<QueuedCommand>): Promise<void> {
    const client = this.client as BatchClient;
    let prepared: PreparedBatch<QueuedCommand> | null = first;
    let storing = this.store(client, first);
    while (prepared !== null) {
      const { items }: PreparedBatch<QueuedCommand> = prepared;
      const executed = await storing.catch((error: BatchFailed<QueuedCommand>) => error);
      const next = this.takeNext();
      if (executed instanceof BatchFailed) {
        await this.executeAgain(items, executed);
        if (next !== null) await this.execute(next.items);
        return;
      }
      prepared = next?.prepared ?? null;
      // Sent before the callers of this batch go on.
      if (prepared !== null) storing = this.store(client, prepared);
      this.limit.grow(sizeOf(items));
      this.settle(executed);
      this.last = { size: items.length, endedAt: performance.now() };
      if (next !== null && prepared === null) await this.execute(next.items);
    }
  }

  private store(client: BatchClient, prepared: PreparedBatch<QueuedCommand>): Promise<ExecutedBatch<QueuedCommand>> {
    this.executing = prepared.items;
    this.isStoring = true;
    const storing = storePrepared(client, prepared);
    this.scheduleNext();
    return storing;
  }

  /** Returns the batch that was prepared meanwhile. One of which a deadline has passed must be decided again. */
  private takeNext(): NextBatch | null {
    const { next } = this;
    this.isStoring = false;
    this.next = null;
    if (next === null || next.prepared === null || !next.items.some(({ isSettled }) => isSettled)) return next;
    this.known.clear();
    return { items: next.items, prepared: null };
  }

  /** Executes a batch that was decided on known states and could not be stored, on states that it locks and reads. */
  private async executeAgain(
    items: QueuedBatch,
    { cause, uncertainCommit }: BatchFailed<QueuedCommand>,
  ): Promise<void> {
    this.known.clear();
    const errorClass = errorClassOf(cause);
    if (errorClass === 'conflict') this.known.missed();
    else this.logRetry(errorClass, { attempt: 1, commands: items, err: cause });
    if (errorClass !== 'unavailable') {
      await this.rollBack();
      return await this.execute(items);
    }
    this.settings.connection.discard();
    await this.execute(items, uncertainCommit === null ? [] : [uncertainCommit]);
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
   * batch after other errors. Both halves keep the uncertain commits: one of these may still turn out to be stored.
   */
  private async execute(
    batch: QueuedBatch,
    uncertainCommits: readonly UncertainCommit<QueuedCommand>[] = [],
  ): Promise<void> {
    let uncertain = uncertainCommits;
    for (let attempt = 1; ; attempt += 1) {
      const items = batch.filter((each) => !each.isSettled);
      if (items.length === 0) return;
      this.executing = items;
      try {
        const client = await this.session();
        const { views } = this.settings;
        this.settle(await executeBatch(client, { items, views, uncertainCommits: uncertain, known: this.known }));
        this.executing = [];
        this.last = { size: items.length, endedAt: performance.now() };
        this.limit.grow(sizeOf(items));
        return;
      } catch (error) {
        const failed = error instanceof BatchFailed ? (error as BatchFailed<QueuedCommand>) : null;
        const cause = failed === null ? error : failed.cause;
        const errorClass = errorClassOf(cause);
        if (errorClass === 'timeout') this.limit.shrinkBelow(sizeOf(items));
        if (errorClass === 'defect' || errorClass === 'timeout') {
          await this.rollBack();
          return this.split(items, { cause, uncertain });
        }
        if (errorClass === 'unavailable' && failed !== null && failed.uncertainCommit !== null)
          uncertain = [...uncertain, failed.uncertainCommit];
        if (attempt % logEveryAttempts === 1) this.logRetry(errorClass, { attempt, commands: items, err: cause });
        await this.prepareRetry(errorClass, attempt);
      }
    }
  }

  private logRetry(
    errorClass: ErrorClass,
    { attempt, commands, err }: { attempt: number; commands: QueuedBatch; err: unknown },
  ): void {
    const fields = { error_class: errorClass, attempt, commands: commands.length, err };
    this.settings.log.warn(fields, 'batch failed, retrying');
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
    for (const half of halves(commands)) await this.execute(half, failure.uncertain);
  }

  private settle({ results, xid, facts }: ExecutedBatch<QueuedCommand>): void {
    for (const { item, result } of results) {
      if (item.isSettled) continue;
      this.markSettled(item);
      // The command runs again once the state is folded.
      const runsAgain = 'thrown' in result && result.thrown instanceof StateOutdated;
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

  /** Rejects overdue commands. Closes the connection of a batch that nobody waits for any more. */
  private expireOverdue(): void {
    const now = performance.now();
    let expired = 0;
    for (const queued of this.unsettled) {
      if (queued.expiresAt > now) break;
      this.markSettled(queued);
      queued.reject(new StoreUnavailable(`the database did not answer within ${this.settings.deadlineMs} ms`));
      expired += 1;
    }
    if (expired === 0) return;
    this.queue.removeSettled();
    if (this.executing.length > 0 && this.executing.every((queued) => queued.isSettled))
      this.settings.connection.discard();
  }
}
