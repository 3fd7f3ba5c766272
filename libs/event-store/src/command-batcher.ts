/**
 * A lane of the command loop: one queue, one connection, one round at a time. While a round is under way the next one
 * gathers (group commit without a timer), so a hot stream is as fast as a thousand cold ones.
 */
import { streamIdOf, type AnyStreamRef, type Outcome } from '@kushk/decider';
import { StoreBusy, StoreUnavailable } from './command.js';
import { troubleOf, type Connection } from './connection.js';
import type { AnyCommand, Answer } from './deciding.js';
import type { StoreLog, StoreMeasure } from './definition.js';
import { executeBatch, RoundFailed, type DoubtfulRound, type PlayedRound } from './round.js';
import type { ViewWriter } from './view-sql.js';

/** Commands decided and committed together at most. */
const roundSize = 512;
/**
 * A round waits so long, at most, until as many commands are there as the last one had, if that one has just ended: its
 * callers are about to ask again, and two commits for them cost twice the work of one (PostgreSQL's `commit_delay` is
 * the same thought). A caller who is alone never waits.
 */
const gatherMs = 1;
const justEndedMs = 5;
/** How often waiting commands are looked through for those whose time is over. */
const sweepEveryMs = 250;
/** Pause before a round is tried again when PostgreSQL is away; a moved version is tried again at once, then with a short one. */
const awayPauseMs = 100;
const movedPauseMs = 5;
const reportEveryAttempts = 10;

/** A command and its caller. */
interface Waiting {
  readonly command: AnyCommand;
  readonly expiresAt: number;
  answered: boolean;
  readonly resolve: (outcome: Outcome<unknown>) => void;
  readonly reject: (reason: unknown) => void;
}

export interface CommandBatcherSettings {
  readonly connection: Connection;
  readonly views: readonly ViewWriter[];
  readonly log: StoreLog;
  readonly measure: StoreMeasure;
  /** How many commands may wait; one more is refused with `StoreBusy`. */
  readonly queueLimit: number;
  /** After so long without an answer a caller gets `StoreUnavailable`. */
  readonly deadlineMs: number;
  /** Told after each commit that stored facts. */
  readonly onCommit: (xid: bigint) => void;
}

export class CommandBatcher {
  private queue: Waiting[] = [];
  private playing: readonly Waiting[] = [];
  private working = false;
  private closed = false;
  private idle: (() => void) | null = null;
  private last = { size: 1, endedAt: 0 };
  private gathering: { readonly enough: number; readonly go: () => void } | null = null;
  private sweeper: NodeJS.Timeout | null = null;
  private readonly settings: CommandBatcherSettings;

  constructor(settings: CommandBatcherSettings) {
    this.settings = settings;
  }

  /** Resolves after the commit. */
  run(command: AnyCommand): Promise<Outcome<unknown>> {
    if (this.closed) return Promise.reject(new StoreUnavailable('the store is closed'));
    if (this.queue.length >= this.settings.queueLimit)
      return Promise.reject(new StoreBusy(`${this.queue.length} commands wait already`));
    return new Promise((resolve, reject) => {
      this.queue.push({
        command,
        expiresAt: performance.now() + this.settings.deadlineMs,
        answered: false,
        resolve,
        reject,
      });
      if (this.gathering !== null && this.queue.length >= this.gathering.enough) this.gathering.go();
      if (this.working) return;
      this.working = true;
      this.sweeper ??= setInterval(() => this.sweep(), sweepEveryMs);
      // Not at once: whoever else was woken by the same message or commit joins this round.
      setImmediate(() => void this.work());
    });
  }

  /** Lets what waits finish within its deadline, then closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.working) await new Promise<void>((resolve) => (this.idle = resolve));
    if (this.sweeper !== null) clearInterval(this.sweeper);
    await this.settings.connection.close();
  }

  private async work(): Promise<void> {
    while (this.queue.length > 0) {
      await this.gather();
      const round = this.queue.length <= roundSize ? this.queue : this.queue.slice(0, roundSize);
      this.queue = this.queue.length <= roundSize ? [] : this.queue.slice(roundSize);
      await this.settle(round);
      this.last = { size: round.length, endedAt: performance.now() };
    }
    this.working = false;
    if (this.sweeper !== null) clearInterval(this.sweeper);
    this.sweeper = null;
    this.idle?.();
  }

  /** Lets the callers of the last round come back before the next one begins. */
  private async gather(): Promise<void> {
    const enough = Math.min(this.last.size, roundSize);
    if (this.queue.length >= enough || performance.now() - this.last.endedAt > justEndedMs) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gatherMs);
      this.gathering = {
        enough,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
    });
    this.gathering = null;
  }

  /** Brings every command of a round to its answer: plays it, again where that helps, in parts where one part is bad. */
  private async settle(round: readonly Waiting[]): Promise<void> {
    const doubts: DoubtfulRound[] = [];
    for (let attempt = 1; ; attempt += 1) {
      // With a doubt the round stays whole: the doubtful answers belong to it as it was.
      const commands = doubts.length === 0 ? round.filter((each) => !each.answered) : round;
      if (commands.every((each) => each.answered)) return;
      this.playing = commands;
      try {
        const client = await this.settings.connection.client();
        this.tell(
          commands,
          await executeBatch(
            client,
            commands.map((each) => each.command),
            this.settings.views,
            doubts,
          ),
        );
        return;
      } catch (error) {
        const failed = error instanceof RoundFailed ? error : new RoundFailed(error, null);
        const trouble = troubleOf(failed.cause);
        if (trouble === 'away' && failed.doubt !== null) doubts.push(failed.doubt);
        if (trouble === 'broken') {
          await this.recover();
          return this.isolate(commands, failed.cause);
        }
        if (attempt % reportEveryAttempts === 1)
          this.settings.log.warn(
            { trouble, attempt, commands: commands.length, doubts: doubts.length, reason: String(failed.cause) },
            'round is played again',
          );
        if (trouble === 'away') this.settings.connection.discard();
        else await this.recover();
        if (trouble === 'away' || attempt > 2)
          await pause(trouble === 'away' ? awayPauseMs : Math.random() * movedPauseMs * attempt);
      }
    }
  }

  /** Leaves the failed transaction behind. */
  private async recover(): Promise<void> {
    try {
      await (await this.settings.connection.client()).query('rollback');
    } catch {
      this.settings.connection.discard();
    }
  }

  /** One command of the round cannot be stored: find it by halving, first between streams, then between commands. */
  private async isolate(commands: readonly Waiting[], cause: unknown): Promise<void> {
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) {
      only.answered = true;
      only.reject(cause);
      return;
    }
    this.settings.log.warn({ commands: commands.length, reason: String(cause) }, 'round is split');
    for (const half of halves(commands)) await this.settle(half);
  }

  private tell(commands: readonly Waiting[], played: PlayedRound): void {
    this.playing = [];
    commands.forEach((waiting, index) => {
      const answer = played.answers[index];
      if (waiting.answered || answer === undefined) return;
      waiting.answered = true;
      this.settings.measure.commandDecided(waiting.command.name, resultOf(answer));
      if ('outcome' in answer) waiting.resolve(answer.outcome);
      else waiting.reject(answer.thrown);
    });
    if (played.xid !== null) this.settings.onCommit(played.xid);
  }

  /** Nobody waits longer than the deadline, whatever the connection does; a round that hangs loses its connection. */
  private sweep(): void {
    const now = performance.now();
    const expire = (waiting: Waiting): boolean => {
      if (waiting.answered || waiting.expiresAt > now) return false;
      waiting.answered = true;
      waiting.reject(new StoreUnavailable(`no answer from the database within ${this.settings.deadlineMs} ms`));
      return true;
    };
    if (this.playing.filter(expire).length > 0) this.settings.connection.discard();
    if (this.queue.some(expire)) this.queue = this.queue.filter((waiting) => !waiting.answered);
  }
}

function resultOf(answer: Answer): 'accepted' | 'refused' | 'replayed' | 'failed' {
  if ('thrown' in answer) return 'failed';
  if (!answer.outcome.accepted) return 'refused';
  return answer.outcome.replayed ? 'replayed' : 'accepted';
}

/** Two halves, cut between streams where there is more than one. */
export function halves<W extends { readonly command: AnyCommand }>(commands: readonly W[]): [W[], W[]] {
  const byStream = new Map<string, W[]>();
  for (const waiting of commands) {
    const id = firstStreamId(waiting.command);
    const same = byStream.get(id);
    if (same === undefined) byStream.set(id, [waiting]);
    else same.push(waiting);
  }
  const groups = [...byStream.values()];
  if (groups.length === 1) {
    const middle = Math.ceil(commands.length / 2);
    return [commands.slice(0, middle), commands.slice(middle)];
  }
  const middle = Math.ceil(groups.length / 2);
  return [groups.slice(0, middle).flat(), groups.slice(middle).flat()];
}

/** The stream that chooses the lane of a command. */
export function firstStreamId(command: AnyCommand): string {
  for (const name in command.streams) return streamIdOf(command.streams[name] as AnyStreamRef);
  throw new TypeError(`${command.name} names no stream`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
