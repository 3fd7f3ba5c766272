/**
 * Batches commands: one queue, one connection, one batch at a time. While a batch is executed, the next one fills up
 * (group commit), so a thousand commands on one stream are as fast as a thousand on different ones.
 */
import { streamIdOf, type AnyStreamRef, type Outcome } from '@kushk/decider';
import { Signal } from '@kushk/runtime/signal';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreBusy, StoreUnavailable } from './command.js';
import type { Connection } from './connection.js';
import type { AnyCommand, CommandResult } from './decide-batch.js';
import type { StoreLog, StoreMeasure } from './definition.js';
import { errorClassOf, type ErrorClass } from './error-class.js';
import { BatchFailed, executeBatch, type ExecutedBatch, type UncertainCommit } from './execute-batch.js';
import type { ViewWriter } from './view-sql.js';

/** Most commands of a batch. */
const batchSize = 512;
/**
 * A batch that follows another waits until it is as large as that one, but no longer than this. The callers of the last
 * batch are about to call again, and two commits for them cost twice the work of one. PostgreSQL's `commit_delay` has
 * the same purpose. A single caller never waits.
 */
const fillTimeoutMs = 1;
/** After this time the callers of the last batch are no longer expected. */
const followUpMs = 5;
/** How often overdue commands are rejected. */
const expireEveryMs = 250;
/** Pause before the next attempt. The first attempts after a conflict follow at once. */
const retryPauseMs = { unavailable: 100, conflict: 5 };
const conflictRetriesAtOnce = 2;
const logEveryAttempts = 10;

interface QueuedCommand {
  readonly command: AnyCommand;
  readonly expiresAt: number;
  isSettled: boolean;
  readonly resolve: (outcome: Outcome<unknown>) => void;
  readonly reject: (reason: unknown) => void;
}

export interface CommandBatcherSettings {
  readonly connection: Connection;
  readonly views: readonly ViewWriter[];
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
  /** How many commands may wait; one more is rejected with `StoreBusy`. */
  readonly queueLimit: number;
  /** A command without a result after this time is rejected with `StoreUnavailable`. */
  readonly deadlineMs: number;
  /** Called after each commit that stored facts. */
  readonly onCommit: (xid: bigint) => void;
}

export class CommandBatcher {
  private queue: QueuedCommand[] = [];
  private executing: readonly QueuedCommand[] = [];
  private isRunning = false;
  private isClosed = false;
  private readonly idle = new Signal();
  private readonly filled = new Signal();
  /** Queue length at which a batch that is filling up starts; null while none is. */
  private fillTarget: number | null = null;
  private last = { size: 1, endedAt: 0 };
  private expiryTimer: NodeJS.Timeout | null = null;
  private readonly settings: CommandBatcherSettings;

  constructor(settings: CommandBatcherSettings) {
    this.settings = settings;
  }

  /** Resolves after the commit. */
  run(command: AnyCommand): Promise<Outcome<unknown>> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable('the store is closed'));
    if (this.queue.length >= this.settings.queueLimit)
      return Promise.reject(new StoreBusy(`${this.queue.length} commands are waiting`));
    return new Promise((resolve, reject) => {
      const expiresAt = performance.now() + this.settings.deadlineMs;
      this.queue.push({ command, expiresAt, isSettled: false, resolve, reject });
      if (this.fillTarget !== null && this.queue.length >= this.fillTarget) {
        // Once per batch: the signal would store a second notification and cut the next wait short.
        this.fillTarget = null;
        this.filled.notify();
      }
      if (this.isRunning) return;
      this.isRunning = true;
      this.expiryTimer ??= setInterval(() => this.expireOverdue(), expireEveryMs);
      // Commands of other callers that the same message or commit woke up join this batch.
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
    while (this.queue.length > 0) {
      await this.fill();
      const batch = this.queue.length <= batchSize ? this.queue : this.queue.slice(0, batchSize);
      this.queue = this.queue.length <= batchSize ? [] : this.queue.slice(batchSize);
      await this.execute(batch);
      this.last = { size: batch.length, endedAt: performance.now() };
    }
    this.isRunning = false;
    if (this.expiryTimer !== null) clearInterval(this.expiryTimer);
    this.expiryTimer = null;
    this.idle.notify();
  }

  /** Waits for the callers of the last batch to call again. */
  private async fill(): Promise<void> {
    const target = Math.min(this.last.size, batchSize);
    if (this.queue.length >= target || performance.now() - this.last.endedAt > followUpMs) return;
    this.fillTarget = target;
    await this.filled.wait(fillTimeoutMs);
    this.fillTarget = null;
  }

  /** Executes a batch until every command has its result: retries what can succeed, splits what cannot. */
  private async execute(batch: readonly QueuedCommand[]): Promise<void> {
    const uncertainCommits: UncertainCommit[] = [];
    for (let attempt = 1; ; attempt += 1) {
      // An uncertain commit has results for the whole batch, so the batch stays whole.
      const commands = uncertainCommits.length === 0 ? batch.filter((each) => !each.isSettled) : batch;
      if (commands.every((each) => each.isSettled)) return;
      this.executing = commands;
      try {
        const client = await this.settings.connection.client();
        const { views } = this.settings;
        const executed = await executeBatch(client, {
          commands: commands.map((each) => each.command),
          views,
          uncertainCommits,
        });
        this.settle(commands, executed);
        return;
      } catch (error) {
        const failed = error instanceof BatchFailed ? error : new BatchFailed(error, null);
        const errorClass = errorClassOf(failed.cause);
        if (errorClass === 'defect') {
          await this.rollBack();
          return this.split(commands, failed.cause);
        }
        if (errorClass === 'unavailable' && failed.uncertainCommit !== null)
          uncertainCommits.push(failed.uncertainCommit);
        if (attempt % logEveryAttempts === 1) this.logRetry(errorClass, { attempt, commands, err: failed.cause });
        await this.prepareRetry(errorClass, attempt);
      }
    }
  }

  private logRetry(
    errorClass: ErrorClass,
    { attempt, commands, err }: { attempt: number; commands: readonly QueuedCommand[]; err: unknown },
  ): void {
    const fields = { error_class: errorClass, attempt, commands: commands.length, err };
    this.settings.log.warn(fields, 'batch failed, retrying');
  }

  private async prepareRetry(errorClass: 'conflict' | 'unavailable', attempt: number): Promise<void> {
    if (errorClass === 'unavailable') {
      this.settings.connection.discard();
      await sleep(retryPauseMs.unavailable);
      return;
    }
    await this.rollBack();
    if (attempt > conflictRetriesAtOnce) await sleep(Math.random() * retryPauseMs.conflict * attempt);
  }

  /** Ends the failed transaction. */
  private async rollBack(): Promise<void> {
    try {
      await (await this.settings.connection.client()).query('rollback');
    } catch {
      this.settings.connection.discard();
    }
  }

  /** One command of the batch cannot be stored. Halving finds it, first between streams, then between commands. */
  private async split(commands: readonly QueuedCommand[], cause: unknown): Promise<void> {
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) {
      only.isSettled = true;
      only.reject(cause);
      return;
    }
    this.settings.log.warn({ commands: commands.length, err: cause }, 'batch failed, splitting');
    for (const half of halves(commands)) await this.execute(half);
  }

  private settle(commands: readonly QueuedCommand[], executed: ExecutedBatch): void {
    this.executing = [];
    commands.forEach((queued, index) => {
      const result = executed.results[index];
      if (queued.isSettled || result === undefined) return;
      queued.isSettled = true;
      this.settings.measure.commandDecided(queued.command.name, labelOf(result));
      if ('outcome' in result) queued.resolve(result.outcome);
      else queued.reject(result.thrown);
    });
    if (executed.xid !== null) this.settings.onCommit(executed.xid);
  }

  /** Rejects overdue commands. A batch that hangs loses its connection, which makes it fail. */
  private expireOverdue(): void {
    const now = performance.now();
    const expire = (queued: QueuedCommand): boolean => {
      if (queued.isSettled || queued.expiresAt > now) return false;
      queued.isSettled = true;
      queued.reject(new StoreUnavailable(`the database did not answer within ${this.settings.deadlineMs} ms`));
      return true;
    };
    if (this.executing.filter(expire).length > 0) this.settings.connection.discard();
    if (this.queue.some(expire)) this.queue = this.queue.filter((queued) => !queued.isSettled);
  }
}

function labelOf(result: CommandResult): 'accepted' | 'refused' | 'replayed' | 'failed' {
  if ('thrown' in result) return 'failed';
  if (!result.outcome.accepted) return 'refused';
  return result.outcome.replayed ? 'replayed' : 'accepted';
}

/** Two halves, cut between streams where there is more than one. */
export function halves<Item extends { readonly command: AnyCommand }>(items: readonly Item[]): [Item[], Item[]] {
  const byStream = [...Map.groupBy(items, ({ command }) => firstStreamId(command)).values()];
  if (byStream.length === 1) {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
  }
  const middle = Math.ceil(byStream.length / 2);
  return [byStream.slice(0, middle).flat(), byStream.slice(middle).flat()];
}

/** The stream that assigns a command to a batcher. */
export function firstStreamId(command: AnyCommand): string {
  for (const name in command.streams) return streamIdOf(command.streams[name] as AnyStreamRef);
  throw new TypeError(`${command.name} names no stream`);
}
