import type { ConsumerCheckpoint, ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import { log, measure, registerDetail } from '@kushk/runtime';
import type { Msg, Subscription } from '@nats-io/nats-core';
import type { DirectReader, Reading, StoredFact } from './direct-reader.js';
import {
  describeReplication,
  replicationStatusOf,
  type ReplicationProgress,
  type ReplicationStatus,
} from './replication-status.js';
import { PartitionedQueue } from './partitioned-queue.js';
import type { BrokerLimits } from './limits.js';
import type { BrokerConnection } from './broker-connection.js';
import { eventIdOf, type FactWork } from './reaction.js';

/** What is read, and by whom. */
export interface FeedSource {
  /** Names the reader's place: `releases on-release-status-changed`. */
  readonly name: string;
  /** Rings on the own NATS when the feed has grown, with what it has grown by. */
  readonly bell: string;
  /** Subjects up to the stream's token that the reaction listens to; the rest of the feed is passed over. */
  readonly types: readonly string[];
}
export interface FeedParts {
  readonly link: BrokerConnection;
  readonly reader: DirectReader;
  readonly places: ConsumerCheckpoints;
  readonly limits: BrokerLimits;
  readonly work: FactWork;
}

const readAtOnce = 256;
const readBytesAtOnce = 4_000_000;
const saveAfterMs = 200;
const nowhere: ConsumerCheckpoint = { sequence: 0, eventId: '' };

/**
 * Follows a feed of the hub from a place that this side keeps. Facts are handed on in the feed's order per key, and the
 * place moves when everything up to it has been taken in: after a crash some come again, and the reaction's effect is
 * idempotent by event id in its own transaction. Any downtime of either side costs nothing but time: the feed keeps
 * everything, and nothing on the hub knows who reads.
 */
export class StreamFollower {
  private readonly lanes: PartitionedQueue;
  /** Read and not yet below the place, in order. */
  private readonly inHand = new Map<number, { readonly eventId: string; done: boolean }>();
  private place = nowhere;
  private saved = nowhere;
  private next = 1;
  /** Whether the place is known to be one of this very feed. */
  private certain = false;
  private sight: ReplicationProgress = { taken: 0, head: 0, answeredAt: Date.now(), movedAt: Date.now() };
  private standing: ReplicationStatus = 'level';
  private stopped = false;
  private wakeUp: (() => void) | null = null;
  /** Woken while it did not rest: it looks again before it does. */
  private woken = false;
  private running: Promise<void> = Promise.resolve();
  private saving: NodeJS.Timeout | null = null;
  private bell: Subscription | null = null;
  private ends: (() => void)[] = [];

  constructor(
    private readonly source: FeedSource,
    private readonly parts: FeedParts,
  ) {
    this.lanes = new PartitionedQueue(parts.limits.reactionsAtOnce);
  }

  /** Begins, and goes on until `stop`; a feed that is not there yet is waited for. */
  start(): void {
    const { limits, link } = this.parts;
    this.bell = link.connection.subscribe(this.source.bell, { callback: (_error, message) => this.ring(message) });
    const comparing = setInterval(() => this.compare(), limits.feedPatienceMs);
    const forget = registerDetail(this.source.name, () =>
      describeReplication(this.sight, Date.now(), limits.feedPatienceMs),
    );
    this.ends = [() => clearInterval(comparing), forget];
    this.running = this.run();
  }

  /** Takes nothing new, waits for what runs, and writes down the place. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
    await this.lanes.abandon();
    this.bell?.unsubscribe();
    for (const end of this.ends) end();
    if (this.saving) clearTimeout(this.saving);
    await this.save();
  }

  /** The connection is back: whatever is on the other side now, it is looked at again. */
  resume(): void {
    this.certain = false;
    this.wake();
  }

  /** The bell brings what it rings for: a reader who rests and has everything before it need not ask. */
  private ring(message: Msg): void {
    const fact = this.parts.reader.rung(message);
    const isNext =
      fact !== null &&
      this.certain &&
      this.wakeUp !== null &&
      fact.seq === this.next &&
      this.inHand.size < this.parts.limits.factsInHand;
    if (!isNext) return this.wake();
    this.take(fact);
    this.note({ answered: true, facts: [fact], left: 0 });
  }

  private async run(): Promise<void> {
    await this.begin();
    while (!this.stopped) {
      this.woken = false;
      const hasMore = (await this.isSameFeed()) && (await this.step());
      if (!hasMore) await this.rest(this.parts.limits.feedPollMs);
    }
  }

  private async begin(): Promise<void> {
    while (!this.stopped) {
      try {
        this.startFrom((await this.parts.places.load(this.source.name)) ?? nowhere);
        return;
      } catch (error) {
        log.warn({ feed: this.source.name, error }, 'the place in the feed cannot be read now');
        await this.rest(this.parts.limits.feedPollMs);
      }
    }
  }

  private startFrom(place: ConsumerCheckpoint): void {
    this.place = place;
    this.saved = place;
    this.next = place.sequence + 1;
    this.sight = { ...this.sight, taken: place.sequence, head: place.sequence };
  }

  /** A hub that lost its feed makes it anew from its log: then what was taken in comes again under other numbers. */
  private async isSameFeed(): Promise<boolean> {
    if (this.certain) return true;
    if (this.place.sequence > 0) {
      const reading = await this.parts.reader.read(this.place.sequence, 1, readBytesAtOnce);
      this.note(reading);
      if (!reading.answered) return false;
      const [last] = reading.facts;
      if (last?.seq !== this.place.sequence || eventIdOf(last) !== this.place.eventId) {
        log.warn(
          { feed: this.source.name, taken: this.place.sequence },
          'the feed is another one than before; it is read from its beginning',
        );
        await this.lanes.abandon();
        this.inHand.clear();
        this.startFrom(nowhere);
      }
    }
    this.certain = true;
    return true;
  }

  /** Reads what there is room for; says whether there is more. */
  private async step(): Promise<boolean> {
    const room = Math.min(readAtOnce, this.parts.limits.factsInHand - this.inHand.size);
    if (room <= 0) return false;
    const reading = await this.parts.reader.read(this.next, room, readBytesAtOnce);
    for (const fact of reading.facts) this.take(fact);
    this.note(reading);
    return reading.facts.length > 0 && !(reading.answered && reading.left === 0);
  }

  private take(fact: StoredFact): void {
    this.next = fact.seq + 1;
    const held = { eventId: eventIdOf(fact), done: false };
    this.inHand.set(fact.seq, held);
    if (!this.source.types.some((type) => fact.subject.startsWith(`${type}.`))) return this.finish(held);
    let tries = 0;
    this.lanes.add(this.parts.work.keyOf(fact), {
      attempt: async () => {
        const againAfterMs = await this.parts.work.attempt(fact, ++tries);
        if (againAfterMs === null) this.finish(held);
        return againAfterMs;
      },
      dropped: () => undefined,
    });
  }

  private finish(held: { done: boolean }): void {
    held.done = true;
    const full = this.inHand.size >= this.parts.limits.factsInHand;
    for (const [sequence, { eventId, done }] of this.inHand) {
      if (!done) break;
      this.inHand.delete(sequence);
      this.place = { sequence, eventId };
    }
    this.sight = { ...this.sight, taken: this.place.sequence, movedAt: Date.now() };
    this.saving ??= setTimeout(() => void this.save(), saveAfterMs);
    if (full) this.wake();
  }

  private async save(): Promise<void> {
    this.saving = null;
    const { place } = this;
    if (place === this.saved) return;
    try {
      await this.parts.places.save(this.source.name, place);
      this.saved = place;
    } catch (error) {
      log.warn({ feed: this.source.name, error }, 'the place in the feed cannot be written now');
      if (!this.stopped) this.saving ??= setTimeout(() => void this.save(), saveAfterMs);
    }
  }

  private note(reading: Reading): void {
    if (!reading.answered) return;
    const now = Date.now();
    const head = Math.max(this.next - 1 + reading.left, this.sight.taken);
    this.sight = { ...this.sight, head, answeredAt: now, movedAt: this.sight.taken >= head ? now : this.sight.movedAt };
    if (this.standing === 'stale') this.compare();
  }

  /** Once a minute, what was taken in is held against what the hub has; what is wrong is said every time, what is well again once. */
  private compare(): void {
    const now = Date.now();
    const { feedPatienceMs } = this.parts.limits;
    const standing = replicationStatusOf(this.sight, now, feedPatienceMs);
    const isBad = standing === 'stale' || standing === 'wedged';
    const wasBad = this.standing === 'stale' || this.standing === 'wedged';
    const line = { feed: this.source.name, taken: this.sight.taken, head: this.sight.head, standing };
    if (isBad)
      log[standing === 'wedged' ? 'error' : 'warn'](line, describeReplication(this.sight, now, feedPatienceMs));
    else if (wasBad) log.info(line, 'the feed gets on again');
    this.standing = standing;
    measure.feedStands(
      this.source.name,
      this.sight.head - this.sight.taken,
      standing === 'stale' ? now - this.sight.answeredAt : 0,
      standing === 'wedged',
    );
  }

  private wake(): void {
    this.woken = true;
    this.wakeUp?.();
  }

  private rest(ms: number): Promise<void> {
    if (this.stopped || this.woken) {
      this.woken = false;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake(), ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        this.wakeUp = null;
        this.woken = false;
        resolve();
      };
    });
  }
}
