/**
 * Batches commands: one queue, one connection, one batch at a time. Commands that arrive while a batch is executed
 * form the next batch (group commit). A thousand commands on one stream are therefore as fast as a thousand commands
 * on different streams.
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

/** Maximum number of commands in a batch. */
const batchSize = 512;
/**
 * A batch that follows another one waits until it is as large as the previous one, but no longer than this: the
 * callers of the previous batch are about to call again, and two commits cost twice as much as one. PostgreSQL's
 * `commit_delay` has the same purpose. A single caller never waits.
 */
const fillTimeoutMs = 1;
/** After this time the batcher no longer expects further calls from the callers of the last batch. */
const followUpMs = 5;
/** How often overdue commands are rejected. */
const expireEveryMs = 250;
/** Backoff delay before the next attempt. After a conflict the first attempts follow without a delay. */
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
  /** Maximum number of waiting commands; any further command is rejected with `StoreBusy`. */
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
  /** Queue length at which the waiting batch starts; null while no batch waits for more commands. */
  private fillTarget: number | null = null;
  private last = { size: 1, endedAt: 0 };
  private expiryTimer: NodeJS.Timeout | null = null;
  private readonly settings: CommandBatcherSettings;

  constructor(settings: CommandBatcherSettings) {
    this.settings = settings;
  }

  /** Runs a command; resolves after the commit. */
  run(command: AnyCommand): Promise<Outcome<unknown>> {
    if (this.isClosed) return Promise.reject(new StoreUnavailable('the store is closed'));
    if (this.queue.length >= this.settings.queueLimit)
      return Promise.reject(new StoreBusy(`${this.queue.length} commands are waiting`));
    return new Promise((resolve, reject) => {
      const expiresAt = performance.now() + this.settings.deadlineMs;
      this.queue.push({ command, expiresAt, isSettled: false, resolve, reject });
      if (this.fillTarget !== null && this.queue.length >= this.fillTarget) {
        // Notifies once per batch. The signal would store a second notification, and the next wait would end too
        // early.
        this.fillTarget = null;
        this.filled.notify();
      }
      if (this.isRunning) return;
      this.isRunning = true;
      this.expiryTimer ??= setInterval(() => this.expireOverdue(), expireEveryMs);
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

  /** Waits for the callers of the previous batch to call again. */
  private async fill(): Promise<void> {
    const target = Math.min(this.last.size, batchSize);
    if (this.queue.length >= target || performance.now() - this.last.endedAt > followUpMs) return;
    this.fillTarget = target;
    await this.filled.wait(fillTimeoutMs);
    this.fillTarget = null;
  }

  /**
   * Executes a batch until every command has its result. Retries after errors that a retry can fix, and splits the
   * batch after other errors.
   */
  private async execute(batch: readonly QueuedCommand[]): Promise<void> {
    const uncertainCommits: UncertainCommit[] = [];
    for (let attempt = 1; ; attempt += 1) {
      // The results of an uncertain commit are those of the whole batch, so the batch must not be split.
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

  /**
   * PostgreSQL rejects a command of the batch. Halving the batch isolates the command: first between streams, then
   * between commands of one stream.
   */
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

  /** Rejects overdue commands. Closes the connection of a batch that hangs, so that the batch fails. */
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

/** Splits the commands into two halves, between streams if there are several streams. */
export function halves<Item extends { readonly command: AnyCommand }>(items: readonly Item[]): [Item[], Item[]] {
  const byStream = [...Map.groupBy(items, ({ command }) => firstStreamId(command)).values()];
  if (byStream.length === 1) {
    const middle = Math.ceil(items.length / 2);
    return [items.slice(0, middle), items.slice(middle)];
  }
  const middle = Math.ceil(byStream.length / 2);
  return [byStream.slice(0, middle).flat(), byStream.slice(middle).flat()];
}

/** The stream that determines which batcher executes a command. */
export function firstStreamId(command: AnyCommand): string {
  for (const name in command.streams) return streamIdOf(command.streams[name] as AnyStreamRef);
  throw new TypeError(`${command.name} names no stream`);
}
