/**
 * Batches commands: one queue, one connection, one batch after the other. Commands that arrive while one is executed
 * form the next batch (group commit). A thousand commands on one stream are therefore as fast as a thousand commands
 * on different streams. While PostgreSQL stores a batch whose streams were known, the next one is decided on the states
 * that it will leave, and sent behind it.
 */
import { tenantOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Signal } from '@kushk/runtime/signal';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultTiming, type BatcherTiming, type CommandBatcherSettings } from './batcher-settings.js';
import { BatchLimit } from './batch-limit.js';
import { StoreBusy, StoreUnavailable } from '../command.js';
import { CommandQueue } from './command-queue.js';
import type { BatchClient } from '../postgres/connection.js';
import type { AnyCommand } from './decide-batch.js';
import { errorClassOf, type ErrorClass } from '../error-class.js';
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
  uncertainCommitsOf,
  type QueuedBatch,
  type QueuedCommand,
  type SentBatch,
  type SplitCause,
} from './queued-command.js';
import { halves } from './split-batch.js';
import { StateOutdated } from '../log/state-outdated.js';

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
  /** The prepared batches without a result: the one that PostgreSQL stores, and at most one behind it. */
  private readonly sent: SentBatch[] = [];
  /** The batch that follows those that are sent, because it must lock and read its streams. */
  private next: QueuedBatch = [];
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
      if (this.sent.length > 0) this.scheduleNext();
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
      this.sendNext();
      await this.storeSent();
      const { next } = this;
      this.next = [];
      await this.execute(next);
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
   * Takes half of the commands that have no result and sends them, so that one half is decided while the other one is
   * stored. Takes all when they cannot be decided yet.
   */
  private sendNext(): void {
    const limit = this.limit.current;
    const half = Math.max(this.fewestAhead, Math.ceil((this.executing.length + this.queue.size) / 2));
    const items = this.queue.take({ ...limit, commands: Math.min(limit.commands, half) });
    const prepared = this.tryPrepare(items);
    if (prepared === null) {
      this.next = this.queue.take(limit, items);
      return;
    }
    const storing = storePrepared(this.client as BatchClient, prepared);
    this.sent.push({ items, result: storing.catch((error: BatchFailed<QueuedCommand>) => error) });
    this.executing = this.sent.flatMap((batch) => batch.items);
    this.scheduleNext();
  }

  /** Returns null also when a view throws: the batch is then split, until the command that it throws for is alone. */
  private tryPrepare(items: QueuedBatch): PreparedBatch<QueuedCommand> | null {
    try {
      return prepareBatch({ items, views: this.settings.views, known: this.known });
    } catch {
      return null;
    }
  }

  /** Sends the next batch at the end of this event-loop turn, once enough commands wait. */
  private scheduleNext(): void {
    const isDue = (): boolean =>
      this.sent.length === 1 && this.next.length === 0 && this.queue.size >= this.fewestAhead;
    if (this.isNextScheduled || !isDue()) return;
    this.isNextScheduled = true;
    setImmediate(() => {
      this.isNextScheduled = false;
      if (isDue()) this.sendNext();
    });
  }

  /** Waits until every batch that was sent, also meanwhile, is stored. */
  private async storeSent(): Promise<void> {
    for (let first = this.sent[0]; first !== undefined; first = this.sent[0]) {
      const result = await first.result;
      if (result instanceof BatchFailed) return await this.executeSentAgain(result);
      this.sent.shift();
      this.executing = this.sent.flatMap((batch) => batch.items);
      this.finish(first.items, result);
      this.scheduleNext();
    }
  }

  /**
   * Executes the batches that were sent and not stored on states that it locks and reads. The first one has failed; the
   * second one usually fails with it.
   */
  private async executeSentAgain({ cause: err }: BatchFailed<QueuedCommand>): Promise<void> {
    const errorClass = errorClassOf(err);
    if (errorClass === 'conflict') this.known.missed();
    else this.logRetry(errorClass, { attempt: 1, commands: this.executing, err });
    const failed: { readonly items: QueuedBatch; readonly uncertain: readonly UncertainCommit<QueuedCommand>[] }[] = [];
    let isLost = false;
    for (const { items, result } of this.sent.splice(0)) {
      const executed = await result;
      if (executed instanceof BatchFailed) {
        isLost ||= errorClassOf(executed.cause) === 'unavailable';
        failed.push({ items, uncertain: uncertainCommitsOf(executed) });
      } else this.finish(items, executed);
    }
    this.known.clear();
    if (isLost) this.settings.connection.discard();
    else await this.rollBack();
    for (const { items, uncertain } of failed) await this.execute(items, uncertain);
  }

  /** A batch is stored. */
  private finish(items: QueuedBatch, executed: ExecutedBatch<QueuedCommand>): void {
    this.limit.grow(sizeOf(items));
    this.settle(executed);
    this.last = { size: items.length, endedAt: performance.now() };
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
        const executed = await executeBatch(client, { items, views, uncertainCommits: uncertain, known: this.known });
        this.executing = [];
        return this.finish(items, executed);
      } catch (error) {
        const failed = error instanceof BatchFailed ? (error as BatchFailed<QueuedCommand>) : null;
        const cause = failed === null ? error : failed.cause;
        const errorClass = errorClassOf(cause);
        if (errorClass === 'timeout') this.limit.shrinkBelow(sizeOf(items));
        if (errorClass === 'defect' || errorClass === 'timeout') {
          await this.rollBack();
          return this.split(items, { cause, uncertain });
        }
        if (failed !== null) uncertain = [...uncertain, ...uncertainCommitsOf(failed)];
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
