import { setTimeout as sleep } from 'node:timers/promises';
import type { CommitSignal } from './commit-signal.js';
import type { FactPublisher } from './fact-publisher.js';
import type { LastMessage } from './fact-stream.js';
import { compareCursors, startOf, type Cursor } from './relay-cursor.js';
import type { LogBatch, RelayLog } from './relay-log.js';
import { rejectedFact, type RelayParking } from './relay-parking.js';

/** How often the log is read without a notification, because other processes append as well. */
const pollMs = 250;
/** How often a relay whose log went back in time looks whether an operator has requested a new epoch. */
const behindPollMs = 1_000;
/** How often the checkpoint is saved while facts are published. */
const saveEveryMs = 1_000;
/**
 * Delays between reads while a new commit is not readable because an older transaction is open. Each delay is twice
 * the previous one.
 */
const unreadablePauseMs = { first: 2, longest: 50 };
/** How long a relay that stops waits until the last commit of its process is readable. */
const lastReadMs = 2_000;

export interface SessionSettings {
  readonly log: RelayLog;
  readonly publisher: FactPublisher;
  readonly parking: RelayParking;
  readonly commits: CommitSignal;
  readonly stop: AbortSignal;
  /** Called at the start and whenever every public fact up to the cursor is published or parked. */
  readonly onProgress: (cursor: Cursor) => void;
  /** Called with the newest message of the stream while the log does not have it. Nothing is published then. */
  readonly onBehind: (last: LastMessage) => void;
}

/**
 * Publishes the log in order, starting at the end of the stream, until it is stopped or an error occurs. Rejects with
 * `UnknownFact` at a fact that it does not know: to pass it would lose it.
 */
export async function relayFacts(settings: SessionSettings): Promise<void> {
  const { log, publisher, parking, stop, onProgress } = settings;
  const start = await startAt(settings);
  if (start === null) return;
  let cursor = start;
  await parking.forgetAfter(cursor);
  await save(settings, cursor);
  onProgress(cursor);
  const pauses = new Pauses(settings, cursor);
  let next = readAhead(log, cursor);
  while (!stop.aborted) {
    const batch = await next;
    // JetStream stores this batch while PostgreSQL reads the next one. The log is append-only, so a batch that was
    // read ahead stays valid.
    if (batch.isFull) next = readAhead(log, batch.end);
    if (!batch.isEmpty) {
      await publish(settings, batch);
      cursor = batch.end;
      onProgress(cursor);
    }
    await publisher.checkEnd();
    if (batch.unknown !== null) {
      await save(settings, cursor);
      throw batch.unknown;
    }
    await parking.replayRequested(log, publisher, cursor);
    if (batch.isFull) {
      await pauses.saveOften(cursor);
      continue;
    }
    await pauses.untilNextRead(cursor, batch);
    next = readAhead(log, cursor);
  }
  const last = await readLast(settings, cursor);
  await publish(settings, last);
  await save(settings, last.end);
}

/** The processes that stay may be older, and not know the last facts of this one. */
async function readLast({ log, commits }: SessionSettings, cursor: Cursor): Promise<LogBatch> {
  const until = performance.now() + lastReadMs;
  let last = await log.read(cursor);
  const isIncomplete = (): boolean => !last.isFull && last.unknown === null && commits.latestXid > last.end.xid;
  while (isIncomplete() && performance.now() < until) {
    await sleep(unreadablePauseMs.longest);
    last = await log.read(cursor);
  }
  return last;
}

/** Waits while the log is behind its stream. Returns null when the process stops first. */
async function startAt({ log, publisher, commits, stop, onBehind }: SessionSettings): Promise<Cursor | null> {
  while (!stop.aborted) {
    const end = await publisher.open();
    const checkpoint = await log.loadCheckpoint();
    const hasLast = end.last !== null && (await log.has(end.last));
    const start = startOf(end, { checkpoint, hasLast }, Date.now());
    if (start !== null) {
      publisher.epoch = start.epoch;
      return start.cursor;
    }
    if (end.last !== null) onBehind(end.last);
    await commits.wait(behindPollMs);
  }
  return null;
}

function save({ log, publisher }: SessionSettings, cursor: Cursor): Promise<void> {
  return log.saveCheckpoint({ cursor, sequence: publisher.sequence, epoch: publisher.epoch });
}

/** Publishes a batch. Parks what cannot be published, so that one fact does not stop the facts after it. */
async function publish({ publisher, parking }: SessionSettings, batch: LogBatch): Promise<void> {
  await parking.park(batch.unpublishable);
  await publisher.publish(batch.facts, (rejected) => parking.park([rejectedFact(rejected)]));
}

/** The delays between two reads. Saves the checkpoint after a delay without a notification. */
class Pauses {
  private saved: Cursor;
  private savedAt = performance.now();
  private unreadableMs = unreadablePauseMs.first;
  private readonly settings: SessionSettings;

  constructor(settings: SessionSettings, saved: Cursor) {
    this.settings = settings;
    this.saved = saved;
  }

  async untilNextRead(cursor: Cursor, batch: LogBatch): Promise<void> {
    const { commits } = this.settings;
    if (commits.latestXid > cursor.xid) {
      await this.saveOften(cursor);
      return this.untilReadable(batch);
    }
    this.unreadableMs = unreadablePauseMs.first;
    const isNotified = await commits.wait(pollMs);
    if (isNotified) return this.saveOften(cursor);
    await this.save(cursor);
  }

  /** Saves the checkpoint if the last save is long ago. The other processes measure the relay's lag from it. */
  async saveOften(cursor: Cursor): Promise<void> {
    if (performance.now() - this.savedAt >= saveEveryMs) await this.save(cursor);
  }

  private async save(cursor: Cursor): Promise<void> {
    if (compareCursors(this.saved, cursor) === 0) return;
    await save(this.settings, cursor);
    this.saved = cursor;
    this.savedAt = performance.now();
  }

  /** Waits before the next read, because a commit is not readable while an older transaction is open. */
  private async untilReadable(batch: LogBatch): Promise<void> {
    if (!batch.isEmpty) {
      this.unreadableMs = unreadablePauseMs.first;
      return;
    }
    this.unreadableMs = Math.min(this.unreadableMs * 2, unreadablePauseMs.longest);
    await this.settings.commits.wait(this.unreadableMs);
  }
}

/** Starts a read. An error is handled where the result is awaited. */
function readAhead(log: RelayLog, after: Cursor): Promise<LogBatch> {
  const batch = log.read(after);
  batch.catch(() => undefined);
  return batch;
}
