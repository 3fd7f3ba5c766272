import { createHash } from 'node:crypto';
import { factHeaders, type ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import { log, Signal } from '@kushk/runtime';
import type { Msg, Subscription } from '@nats-io/nats-core';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { CheckpointTracker, type TrackedFact } from './checkpoint-tracker.js';
import type { HubEpoch } from './hub-epoch.js';
import type { DirectReader, ReadResult, StoredFact } from './direct-reader.js';
import { eventIdOf, type FactProcessor } from '../reactions/fact.js';
import type { BrokerLimits } from '../limits.js';
import { PartitionedQueue } from '../reactions/partitioned-queue.js';
import { ReplicationReporter } from './replication-reporter.js';

/** The stream to follow, and which of its facts are processed. */
export interface FollowedStream {
  /** Name of the consumer: `releases on-release-status-changed`. */
  readonly consumer: string;
  /** Subject on which the local NATS server republishes new messages of the stream. */
  readonly notifications: string;
  /** Subjects, without the stream-id token, whose facts are processed. The follower skips all others. */
  readonly types: readonly string[];
}
export interface StreamFollowerParts {
  readonly connection: BrokerConnection;
  readonly reader: DirectReader;
  readonly checkpoints: ConsumerCheckpoints;
  readonly limits: BrokerLimits;
  readonly processor: FactProcessor;
  /** Null where the hub reads the facts of this instance itself. */
  readonly hubEpoch: HubEpoch | null;
}

/** Polls between two comparisons of the database server with the one at the last load. */
const pollsPerComparison = 5;
const maxFactsPerRead = 256;
const maxBytesPerRead = 4_000_000;

/**
 * Follows a stream of the hub from a checkpoint that the reader stores. Facts with the same key are processed in
 * stream order. The hub stores nothing about its readers and keeps every message, so a downtime of the hub or of the
 * reader only delays facts.
 */
export class StreamFollower {
  private readonly queue: PartitionedQueue;
  private readonly tracker: CheckpointTracker;
  private readonly reporter: ReplicationReporter;
  private readonly work = new Signal();
  private nextSequence = 1;
  /** The latest epoch of the facts. */
  private epoch = 0;
  /** Bytes of the facts that wait or are processed. */
  private bytesInFlight = 0;
  /** True when the stream is known to contain the checkpoint. */
  private isVerified = false;
  /** True while the loop waits for work, so no read is in flight. */
  private isIdle = false;
  private isStopped = false;
  private comparedAt = performance.now();
  private running: Promise<void> = Promise.resolve();
  private subscription: Subscription | null = null;

  constructor(
    private readonly stream: FollowedStream,
    private readonly parts: StreamFollowerParts,
  ) {
    const { checkpoints, limits } = parts;
    this.queue = new PartitionedQueue(limits.concurrentReactions);
    this.tracker = new CheckpointTracker(checkpointName(stream), checkpoints);
    this.reporter = new ReplicationReporter(stream.consumer, limits.replicaStaleAfterMs);
  }

  /** Follows the stream until `stop`. If the stream does not exist yet, it is read as soon as it is created. */
  start(): void {
    this.subscription = this.parts.connection.nats.subscribe(this.stream.notifications, {
      callback: (_error, message) => this.onNotification(message),
    });
    this.reporter.start();
    this.running = this.run();
  }

  /** Starts no new read, waits for running handlers and saves the checkpoint. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake();
    await this.running;
    await this.queue.abandon();
    this.subscription?.unsubscribe();
    this.reporter.stop();
    await this.tracker.stop();
  }

  /** Called after a reconnect. The hub may have recreated the stream, so the checkpoint is verified again. */
  resume(): void {
    this.isVerified = false;
    this.wake();
  }

  /** A notification contains the new message, so an idle follower takes the next message from it without a read. */
  private onNotification(message: Msg): void {
    const fact = this.parts.reader.factOf(message);
    const canTake =
      fact !== null && this.isIdle && this.isVerified && fact.seq === this.nextSequence && this.freeCapacity() > 0;
    if (!canTake) return this.wake();
    this.enqueue(fact);
    this.reporter.responded(fact.seq);
  }

  private async run(): Promise<void> {
    await this.loadCheckpoint();
    while (!this.isStopped) {
      await this.noticeLostEffects();
      const hasMore = (await this.verifyCheckpoint()) && (await this.readNext());
      await this.parts.hubEpoch?.follow(this.epoch);
      if (!hasMore) await this.waitForWork();
    }
  }

  private async loadCheckpoint(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.tracker.load();
        return this.continueAtCheckpoint();
      } catch (error) {
        log.warn({ consumer: this.stream.consumer, err: error }, 'checkpoint could not be loaded');
        await this.waitForWork();
      }
    }
  }

  private continueAtCheckpoint(): void {
    const { sequence } = this.tracker.checkpoint;
    this.nextSequence = sequence + 1;
    this.reporter.startedAt(sequence);
  }

  /**
   * A database that was restored, or a standby without the last commits, lacks effects of facts that this process has
   * passed. They are processed again from the stored checkpoint, which is as old as the effects.
   */
  private async noticeLostEffects(): Promise<void> {
    if (performance.now() - this.comparedAt < pollsPerComparison * this.parts.limits.pollReplicaEveryMs) return;
    this.comparedAt = performance.now();
    const isLost = await this.tracker.isLost().catch((error: unknown) => {
      log.debug({ consumer: this.stream.consumer, err: error }, 'the store of checkpoints did not answer');
      return false;
    });
    if (!isLost) return;
    log.info({ consumer: this.stream.consumer }, 'the database server was restarted, continuing at its checkpoint');
    await this.queue.abandon();
    this.parts.hubEpoch?.reload();
    this.isVerified = false;
    await this.loadCheckpoint();
  }

  /**
   * A hub that lost its stream publishes the facts from its log again, with other sequence numbers. The checkpoint's
   * sequence then belongs to a different message, and the stream is read from its beginning. Returns false while the
   * stream does not respond.
   */
  private async verifyCheckpoint(): Promise<boolean> {
    if (this.isVerified) return true;
    const { sequence, eventId } = this.tracker.checkpoint;
    if (sequence > 0) {
      const result = await this.parts.reader.read(sequence, 1, maxBytesPerRead);
      this.reportResponse(result);
      if (!result.answered) return false;
      const [fact] = result.facts;
      if (fact !== undefined) this.observeEpoch(fact);
      if (fact?.seq !== sequence || eventIdOf(fact) !== eventId) {
        log.warn({ consumer: this.stream.consumer, sequence }, 'stream was recreated, reading it from its beginning');
        await this.queue.abandon();
        this.tracker.restart();
        this.continueAtCheckpoint();
      }
    }
    this.isVerified = true;
    return true;
  }

  /** Reads as many facts as there is capacity for. Returns true when the stream has more. */
  private async readNext(): Promise<boolean> {
    const count = Math.min(maxFactsPerRead, this.freeCapacity());
    if (count <= 0) return false;
    const result = await this.parts.reader.read(this.nextSequence, count, maxBytesPerRead);
    for (const fact of result.facts) this.enqueue(fact);
    this.reportResponse(result);
    // The link was down, and the hub may have recreated the stream, while the own connection stayed.
    if (!result.answered) this.isVerified = false;
    return result.facts.length > 0 && !(result.answered && result.remaining === 0);
  }

  private enqueue(fact: StoredFact): void {
    this.nextSequence = fact.seq + 1;
    this.observeEpoch(fact);
    const tracked = this.tracker.begin(fact.seq, eventIdOf(fact));
    if (!this.stream.types.some((type) => fact.subject.startsWith(`${type}.`))) return this.complete(tracked);
    const { processor } = this.parts;
    let attempts = 0;
    const bytes = fact.data.length;
    this.bytesInFlight += bytes;
    this.queue.add(processor.keyOf(fact), {
      attempt: async () => {
        const retryAfterMs = await processor.process(fact, ++attempts);
        if (retryAfterMs === null) this.complete(tracked, bytes);
        return retryAfterMs;
      },
      dropped: () => void (this.bytesInFlight -= bytes),
    });
  }

  private observeEpoch({ headers }: StoredFact): void {
    this.epoch = Math.max(this.epoch, Number(headers.get(factHeaders.epoch)));
  }

  private complete(tracked: TrackedFact, bytes = 0): void {
    const wasFull = this.freeCapacity() <= 0;
    this.bytesInFlight -= bytes;
    this.tracker.complete(tracked);
    this.reporter.processed(this.tracker.checkpoint.sequence);
    if (wasFull) this.wake();
  }

  private freeCapacity(): number {
    const { factsInFlight, factBytesInFlight } = this.parts.limits;
    return this.bytesInFlight >= factBytesInFlight ? 0 : factsInFlight - this.tracker.inFlight;
  }

  private reportResponse(result: ReadResult): void {
    if (result.answered) this.reporter.responded(this.nextSequence - 1 + result.remaining);
  }

  private wake(): void {
    this.isIdle = false;
    this.work.notify();
  }

  private async waitForWork(): Promise<void> {
    if (this.isStopped) return;
    this.isIdle = true;
    await this.work.wait(this.parts.limits.pollReplicaEveryMs);
    this.isIdle = false;
  }
}

/**
 * The key of the checkpoint. Versions of a service that process different types have different checkpoints: a version
 * passes over the types that it does not know, so its checkpoint is not valid for another version. A version with new
 * types reads the stream from its beginning, and the signed sequences prevent old statements from taking effect.
 */
function checkpointName({ consumer, types }: FollowedStream): string {
  const hash = createHash('sha256').update([...types].sort().join(' '));
  return `${consumer} ${hash.digest('base64url').slice(0, 8)}`;
}
