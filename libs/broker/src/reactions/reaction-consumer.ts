import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { log } from '@kushk/runtime';
import { ackWaitMs, type ConsumerState, type DurableConsumer } from './durable-consumer.js';
import { eventIdOf, type FactProcessor } from './fact.js';
import { FlowControl } from './flow-control.js';
import type { BrokerLimits } from '../limits.js';
import type { PositionRecorder } from './position-recorder.js';
import { PartitionedQueue } from './partitioned-queue.js';

/** Maximum number of event ids that are remembered, about 100 bytes each. */
const rememberedFacts = 65_536;

export interface ReactionConsumerOptions {
  readonly limits: BrokerLimits;
  /** Null for a consumer whose effects are not in the service's database. */
  readonly position: PositionRecorder | null;
}

/**
 * Processes the facts of one durable consumer so that only one process at a time handles the facts of a stream, in
 * order.
 *
 * The consumer has a pinned client, many messages in flight and a queue per stream in the process. The alternative,
 * `max_ack_pending: 1` on a few partitions, costs a round trip per fact, and one failing stream blocks its whole
 * partition.
 *
 * Pinning alone does not keep the order. Messages that a dead owner had in flight are redelivered only after
 * `ackWaitMs`, and newer facts of the same stream would overtake them. The server numbers deliveries without gaps. An
 * unexpected number means that the process is a new owner, or that a delivery was lost with a connection. The process
 * then resets the consumer to its acknowledgement floor. Facts above the floor may arrive twice, but always in order.
 */
export class ReactionConsumer {
  private readonly limits: BrokerLimits;
  private readonly position: PositionRecorder | null;
  private readonly queue: PartitionedQueue;
  private readonly flow: FlowControl;
  /** Facts that wait or run, by sequence. */
  private readonly inFlight = new Map<number, JsMsg>();
  /**
   * Event ids of processed facts above the acknowledgement floor, by sequence. After a reset the server delivers
   * these facts again.
   */
  private readonly processed = new Map<number, string>();
  /** Delivery number of the next message; null when this process does not own the consumer. */
  private nextDelivery: number | null = null;
  private isResetting = false;
  private messages: ConsumerMessages | null = null;
  private isStopped = false;
  /** True while a newer version of the service processes these facts. */
  private isSuperseded = false;
  private retriedWaitingAt = -Infinity;
  private isRetryingWaiting = false;
  private retryingWaiting: Promise<void> = Promise.resolve();
  private followedAt = -Infinity;
  private renewedAt = Date.now();
  private checkTimer: NodeJS.Timeout | null = null;
  private checking: Promise<void> = Promise.resolve();

  constructor(
    private readonly consumer: DurableConsumer,
    private readonly processor: FactProcessor,
    { limits, position }: ReactionConsumerOptions,
  ) {
    this.limits = limits;
    this.position = position;
    this.queue = new PartitionedQueue(limits.concurrentReactions);
    this.flow = new FlowControl(consumer, limits.factBytesInFlight);
  }

  /** Processes facts until `stop`. If the stream does not exist yet, it is consumed as soon as it is created. */
  start(): void {
    this.checking = this.check();
  }

  /**
   * Accepts no new facts, drops facts whose handlers have not started, waits for running handlers and releases the
   * consumer.
   */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.checkTimer) clearTimeout(this.checkTimer);
    this.messages?.stop();
    await this.queue.abandon();
    await this.checking;
    await this.flow.settled();
    await this.retryingWaiting;
    if (this.nextDelivery !== null) await this.consumer.release();
  }

  /**
   * The connection was lost, possibly with messages in transit, so the owner continues at the acknowledgement floor.
   */
  resume(): void {
    if (this.nextDelivery !== null && !this.isStopped) void this.reset();
  }

  private async check(): Promise<void> {
    try {
      const state = await this.consumer.inspect({ isOwner: this.nextDelivery !== null });
      if (state !== null) await this.continueAt(state);
      else await this.create();
    } catch (error) {
      log.debug({ consumer: this.consumer.source.durable, err: error }, 'consumer check failed');
    }
    if (!this.isStopped) this.checkTimer = setTimeout(() => this.start(), this.limits.checkConsumerEveryMs);
  }

  private async create(): Promise<void> {
    try {
      if (!(await this.consumer.create())) return;
      // Of a consumer that existed before: it may have had another name, and its sequences are of another stream.
      this.messages?.stop();
      this.messages = null;
      await this.queue.abandon();
      await this.consume();
    } catch (error) {
      log.warn({ consumer: this.consumer.source.durable, err: error }, 'consumer could not be created');
    }
  }

  private async continueAt({ unacknowledged, isOwned, ackFloor, isSuperseded }: ConsumerState): Promise<void> {
    if (isSuperseded) return await this.standBy();
    // The owner looks after the position: others might acknowledge what it has not processed.
    if (!isOwned || this.nextDelivery !== null) await this.followPosition();
    // Without a reset, the messages that a dead owner had in flight would be redelivered only after `ackWaitMs`.
    if ((unacknowledged > 0 && !isOwned) || this.isResetting) await this.reset();
    for (const sequence of this.processed.keys()) if (sequence <= ackFloor) this.processed.delete(sequence);
    this.renewMessages();
    await this.consume();
    this.retryWaiting(isOwned);
  }

  /** Delivers facts again when the database may have lost their effects. */
  private async followPosition(): Promise<void> {
    const { position, limits, consumer } = this;
    if (position === null || performance.now() - this.followedAt < limits.compareVersionsEveryMs) return;
    const progress = await consumer.progress();
    const lost = progress && (await position.follow(progress));
    if (lost) {
      log.info({ consumer: consumer.source.durable, sequence: lost.sequence }, 'facts are delivered again');
      await this.restart(lost.sequence);
      await position.restart(lost);
    }
    this.followedAt = performance.now();
  }

  /** Delivers everything after `sequence` again, whatever was acknowledged. */
  async restart(sequence: number): Promise<void> {
    this.isResetting = true;
    await this.queue.abandon();
    this.processed.clear();
    await this.consumer.reset(sequence);
    if (this.isResetting) this.nextDelivery = 1;
    this.isResetting = false;
  }

  /**
   * A newer version of the service processes these facts. This process continues when no process of that version runs
   * any more, for example after a rollback.
   */
  private async standBy(): Promise<void> {
    if (this.isSuperseded) return;
    this.isSuperseded = true;
    log.info({ consumer: this.consumer.source.durable }, 'consumer left to a newer version');
    this.messages?.stop();
    this.messages = null;
    await this.queue.abandon();
    if (this.nextDelivery !== null) await this.consumer.release();
    this.nextDelivery = null;
  }

  private async consume(): Promise<void> {
    if (this.isStopped || this.messages !== null) return;
    this.isSuperseded = false;
    const messages = await this.consumer.consume((message) => this.receive(message));
    this.messages = messages;
    void this.watchOwnership(messages);
  }

  private async watchOwnership(messages: ConsumerMessages): Promise<void> {
    for await (const status of messages.status()) {
      if (status.type !== 'consumer_unpinned') continue;
      // Another process now owns the consumer and receives the facts whose handlers have not started here.
      this.nextDelivery = null;
      await this.queue.abandon();
    }
    if (this.messages === messages) this.messages = null;
  }

  private receive(message: JsMsg): void {
    if (this.isStopped || this.isSuperseded) return;
    const delivery = message.info.deliverySequence;
    // Delivery numbers start with 1 for a new consumer, and again after a reset by any process.
    if (delivery !== 1 && (this.isResetting || delivery !== this.nextDelivery)) {
      if (!this.isResetting) void this.reset();
      return;
    }
    if (delivery === 1) this.processor.ownershipChanged?.();
    this.isResetting = false;
    this.nextDelivery = delivery + 1;
    // A fact that ran while the process lost the consumer is delivered to it again. When its attempt fails, the facts
    // behind it must not overtake it.
    if (this.inFlight.has(message.seq)) return this.queue.keep(this.processor.keyOf(message));
    if (this.processed.get(message.seq) === eventIdOf(message) || this.consumer.wasProcessed(message))
      return void message.ack();
    this.inFlight.set(message.seq, message);
    this.flow.received(message.data.length);
    this.enqueue(message);
  }

  private enqueue(message: JsMsg): void {
    let attempts = 0;
    this.queue.add(this.processor.keyOf(message), {
      attempt: async () => {
        const retryAfterMs = await this.processor.process(message, ++attempts);
        if (retryAfterMs === null) this.complete(message);
        return retryAfterMs;
      },
      dropped: () => this.forget(message),
    });
  }

  private forget(message: JsMsg): void {
    if (this.inFlight.delete(message.seq)) this.flow.ended(message.data.length);
  }

  private complete(message: JsMsg): void {
    this.forget(message);
    this.processed.set(message.seq, eventIdOf(message));
    // While one fact waits for days, all later ones are above the floor. A forgotten one is processed again after a
    // reset, which has no second effect.
    if (this.processed.size > rememberedFacts) this.processed.delete(this.processed.keys().next().value as number);
    message.ack();
  }

  private async reset(): Promise<void> {
    this.isResetting = true;
    try {
      await this.consumer.reset();
      // The first message may arrive before the response to the reset; `receive` has then already set the next
      // number.
      if (this.isResetting) this.nextDelivery = 1;
      this.isResetting = false;
    } catch (error) {
      // The next check resets the consumer again; until then every message is ignored.
      log.debug({ consumer: this.consumer.source.durable, err: error }, 'consumer reset failed');
    }
  }

  /**
   * A process becomes the owner only with a message, and after a restart none may arrive for days. Without an owner any
   * process therefore retries the waiting facts. Two processes may then call the same handler, which has one effect.
   */
  private retryWaiting(isOwned: boolean): void {
    const { retryWaiting } = this.processor;
    const isOwnedByAnother = isOwned && this.nextDelivery === null;
    if (isOwnedByAnother) this.processor.ownershipChanged?.();
    const isDue = performance.now() - this.retriedWaitingAt >= this.limits.retryWaitingEveryMs;
    if (!isDue || this.isStopped || this.isRetryingWaiting || isOwnedByAnother || retryWaiting === undefined) return;
    this.isRetryingWaiting = true;
    const isEnding = (): boolean => this.isStopped || this.isSuperseded;
    this.retryingWaiting = retryWaiting.call(this.processor, isEnding).finally(() => {
      this.isRetryingWaiting = false;
      this.retriedWaitingAt = performance.now();
    });
  }

  private renewMessages(): void {
    if (Date.now() - this.renewedAt < ackWaitMs / 3) return;
    this.renewedAt = Date.now();
    for (const message of this.inFlight.values()) message.working();
  }
}
