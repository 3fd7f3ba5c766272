import {
  AckPolicy,
  DeliverPolicy,
  type Consumer,
  type ConsumerConfig,
  type ConsumerInfo,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { log } from '@kushk/runtime';
import type { BrokerLimits } from './limits.js';
import { PartitionedQueue } from './partitioned-queue.js';
import { isMissing, nanos } from './streams.js';

/** What one durable consumer is. */
export interface ReactionSource {
  readonly stream: string;
  readonly durable: string;
  readonly filters: readonly string[];
}

/** A fact as it came: from a consumer, or read from its stream by sequence. */
export type DeliveredFact = Pick<JsMsg, 'subject' | 'seq' | 'headers' | 'data' | 'json'> & {
  readonly info: Pick<JsMsg['info'], 'stream'>;
};

/** One fact in hand. `attempt` resolves with null when it is done (handled or parked), else with the wait before the next try. */
export interface FactWork {
  keyOf(message: DeliveredFact): string;
  attempt(message: DeliveredFact, tries: number): Promise<number | null>;
}

/** The client's type lacks what the server says about a group. */
type PinnedInfo = ConsumerInfo & { readonly priority_groups?: readonly { readonly pinned_client_id?: string }[] };

const group = 'owner';
/** A message that this process holds is kept from being delivered again for this long, and renewed at a third of it. */
const holdMs = 30_000;
const pullAtOnce = 256;

/**
 * Reads one durable consumer, so that the facts of a stream are handled in their order by one process at a time.
 *
 * Chosen: a pinned client (priority group) with many messages in flight and lanes per stream in the process. The
 * other way, `max_ack_pending: 1` on a few partitions, costs a round trip per fact and lets one failing stream hold
 * up its whole partition.
 *
 * The pin alone is not enough: what a dead owner had in flight comes again only after its hold has run out, and
 * newer facts of the same stream would overtake it. Hence the rule: deliveries are numbered without gaps by the
 * server, and whoever sees anything but the next number (a new owner, a delivery lost with a connection) resets
 * the consumer to its acknowledgement floor and begins there. Facts above the floor may come twice; never in
 * another order.
 */
export class Reaction {
  private readonly lanes: PartitionedQueue;
  /** What waits or runs, by sequence. */
  private readonly inHand = new Map<number, JsMsg>();
  /** Handled above the acknowledgement floor, in case a reset brings them again. */
  private readonly done = new Map<number, string>();
  /** Number that the next delivery must have; null: any first one leads to a reset. */
  private expected: number | null = null;
  private resetting = false;
  private messages: ConsumerMessages | null = null;
  private stopped = false;
  private lastRenewal = Date.now();
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly source: ReactionSource,
    private readonly jetstream: JetStreamClient,
    private readonly manager: JetStreamManager,
    private readonly limits: BrokerLimits,
    private readonly work: FactWork,
  ) {
    this.lanes = new PartitionedQueue(limits.reactionsAtOnce);
  }

  /** Begins, and goes on until `stop`; a stream that does not exist yet is waited for. */
  start(): void {
    this.looking = this.lookAfter();
  }

  /** Takes nothing new, gives back what has not begun, waits for what runs, and leaves the consumer to others. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    this.messages?.stop();
    await this.lanes.abandon();
    await this.looking;
    if (this.expected !== null)
      await this.manager.consumers.unpin(this.source.stream, this.source.durable, group).catch(() => undefined);
  }

  /** The connection was away: what had been sent to this process may be lost, so its owner begins at the floor again. */
  resume(): void {
    if (this.expected !== null && !this.stopped) void this.reset();
  }

  private async lookAfter(): Promise<void> {
    try {
      const info: PinnedInfo = await this.manager.consumers.info(this.source.stream, this.source.durable);
      await this.bringUpToDate(info.config);
      const owned = info.priority_groups?.some((one) => one.pinned_client_id) ?? false;
      // A dead owner's facts are not left waiting for their hold to run out.
      if ((info.num_ack_pending > 0 && !owned) || this.resetting) await this.reset();
      this.forget(info.ack_floor.stream_seq);
      this.renew();
      await this.consume();
    } catch (error) {
      if (isMissing(error)) await this.create();
      else log.debug({ reaction: this.source.durable, error }, 'consumer could not be looked after');
    }
    if (!this.stopped) this.timer = setTimeout(() => this.start(), this.limits.lookAfterMs);
  }

  private async create(): Promise<void> {
    try {
      await this.manager.consumers.add(this.source.stream, this.config());
      await this.consume();
    } catch (error) {
      if (!isMissing(error)) log.warn({ reaction: this.source.durable, error }, 'consumer could not be made');
    }
  }

  /** A reaction that listens to more or fewer facts than before keeps its place. */
  private async bringUpToDate(found: ConsumerConfig): Promise<void> {
    const wanted = this.config();
    const same =
      JSON.stringify([...(found.filter_subjects ?? [])].sort()) === JSON.stringify([...this.source.filters].sort());
    if (!same || found.max_ack_pending !== wanted.max_ack_pending)
      await this.manager.consumers.update(this.source.stream, this.source.durable, wanted);
  }

  private config(): Partial<ConsumerConfig> & { durable_name: string } {
    return {
      durable_name: this.source.durable,
      filter_subjects: [...this.source.filters],
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(holdMs),
      max_ack_pending: this.limits.factsInHand,
      priority_groups: [group],
      priority_policy: 'pinned_client',
      priority_timeout: nanos(this.limits.ownerSilenceMs),
    };
  }

  private async consume(): Promise<void> {
    if (this.stopped || this.messages !== null) return;
    const consumer: Consumer = await this.jetstream.consumers.get(this.source.stream, this.source.durable);
    // An owner shows that it lives by pulling: well within the silence after which it would lose the consumer.
    const expires = Math.max(1_000, Math.floor(this.limits.ownerSilenceMs / 2));
    const messages = await consumer.consume({
      max_messages: pullAtOnce,
      group,
      expires,
      idle_heartbeat: 500,
      callback: (message) => this.take(message),
    });
    this.messages = messages;
    void this.watch(messages);
  }

  private async watch(messages: ConsumerMessages): Promise<void> {
    for await (const status of messages.status()) {
      if (status.type === 'consumer_unpinned') await this.disown();
    }
    if (this.messages === messages) this.messages = null;
  }

  /** Another process has taken over: what has not begun here is theirs. */
  private async disown(): Promise<void> {
    this.expected = null;
    await this.lanes.abandon();
  }

  private take(message: JsMsg): void {
    if (this.stopped) return;
    const number = message.info.deliverySequence;
    // One is where every numbering begins: a new consumer, or a reset by whomever.
    if (number !== 1 && (this.resetting || number !== this.expected)) {
      if (!this.resetting) void this.reset();
      return;
    }
    this.resetting = false;
    this.expected = number + 1;
    if (this.inHand.has(message.seq)) return;
    if (this.done.get(message.seq) === eventIdOf(message)) return void message.ack();
    this.inHand.set(message.seq, message);
    this.enqueue(message);
  }

  private enqueue(message: JsMsg): void {
    let tries = 0;
    this.lanes.add(this.work.keyOf(message), {
      attempt: async () => {
        const againAfterMs = await this.work.attempt(message, ++tries);
        if (againAfterMs === null) this.finish(message);
        return againAfterMs;
      },
      dropped: () => this.inHand.delete(message.seq),
    });
  }

  private finish(message: JsMsg): void {
    this.inHand.delete(message.seq);
    this.done.set(message.seq, eventIdOf(message));
    message.ack();
  }

  private async reset(): Promise<void> {
    this.resetting = true;
    try {
      await this.manager.consumers.reset(this.source.stream, this.source.durable);
      // Unless the first of the new numbering has come before this answer.
      if (this.resetting) this.expected = 1;
      this.resetting = false;
    } catch (error) {
      // The next look tries again: until then nothing is taken.
      log.debug({ reaction: this.source.durable, error }, 'consumer could not be reset');
    }
  }

  /** What lies below the acknowledgement floor does not come again. */
  private forget(floor: number): void {
    for (const sequence of this.done.keys()) if (sequence <= floor) this.done.delete(sequence);
  }

  private renew(): void {
    if (Date.now() - this.lastRenewal < holdMs / 3) return;
    this.lastRenewal = Date.now();
    for (const message of this.inHand.values()) message.working();
  }
}

/** The publisher's event id; a message without one is its own place in the stream. */
export function eventIdOf(message: DeliveredFact): string {
  return message.headers?.get('Nats-Msg-Id') || `${message.info.stream}:${message.seq}`;
}
