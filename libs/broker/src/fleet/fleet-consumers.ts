import type { JetStreamManager } from '@nats-io/jetstream';
import type { ConsumerFactory, FactConsumer } from '../transport/consumer-factory.js';
import type { Reaction } from '../transport/handler-registry.js';
import { ensureFactStream } from '../streams/streams.js';

export interface FleetConsumersParts {
  readonly manager: JetStreamManager;
  readonly factory: ConsumerFactory;
  readonly reactions: readonly Reaction[];
  readonly streamReplicas: number;
}

/**
 * The consumers of the reactions with `from: 'fleet'`: one per reaction and instance. Each is a durable consumer in
 * the stream of its instance, so no fact is lost while the hub or the instance is down, or while the instance is not
 * followed.
 */
export class FleetConsumers {
  private readonly byInstance = new Map<string, FactConsumer[]>();
  private changing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: FleetConsumersParts) {}

  /** Starts consuming the facts of exactly these instances. Concurrent calls run one after the other. */
  follow(instances: readonly string[]): Promise<void> {
    this.changing = this.changing
      .catch(() => undefined)
      .then(async () => {
        await this.stopAllExcept(instances);
        for (const instance of instances) if (!this.byInstance.has(instance)) await this.startFor(instance);
      });
    return this.changing;
  }

  resume(): void {
    for (const consumer of this.all()) consumer.resume();
  }

  async stop(): Promise<void> {
    await this.changing.catch(() => undefined);
    await this.stopAllExcept([]);
  }

  private async startFor(instance: string): Promise<void> {
    const { manager, factory, reactions, streamReplicas } = this.parts;
    // If the instance uses the hub's NATS server, its services publish into this stream. An instance with its own
    // NATS server forwards its facts into this stream.
    for (const publisher of new Set(reactions.map((reaction) => reaction.publisher)))
      await ensureFactStream(manager, { scope: instance, service: publisher, replicas: streamReplicas });
    const consumers = reactions.map((reaction) => factory.forReactionIn(instance, reaction));
    this.byInstance.set(instance, consumers);
    for (const consumer of consumers) consumer.start();
  }

  private async stopAllExcept(instances: readonly string[]): Promise<void> {
    const left = [...this.byInstance].filter(([instance]) => !instances.includes(instance));
    for (const [instance] of left) this.byInstance.delete(instance);
    await Promise.all(left.flatMap(([, consumers]) => consumers.map((consumer) => consumer.stop())));
  }

  private all(): FactConsumer[] {
    return [...this.byInstance.values()].flat();
  }
}
