import {
  AckPolicy,
  DeliverPolicy,
  type ConsumerConfig,
  type ConsumerInfo,
  type ConsumerMessages,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import type { BrokerLimits } from './limits.js';
import { isMissing, nanos } from './streams.js';

/** Identity of a durable consumer. It receives messages on the subjects `filters`. */
export interface DurableConsumerSource {
  readonly stream: string;
  readonly durable: string;
  readonly filters: readonly string[];
}

/** The server reports the owner of a priority group, but the client's type lacks the field. */
type PinnedConsumerInfo = ConsumerInfo & {
  readonly priority_groups?: readonly { readonly pinned_client_id?: string }[];
};

/** The state of the consumer on the server. */
export interface ConsumerState {
  /** True when a process owns the consumer. */
  readonly isOwned: boolean;
  /** Number of messages that were delivered and not acknowledged. */
  readonly unacknowledged: number;
  /** Sequence up to which every message is acknowledged. */
  readonly ackFloor: number;
}

/**
 * The priority group of every consumer. The server pins the group to at most one process, and only that process
 * receives messages.
 */
const group = 'owner';
/** An unacknowledged message is redelivered after this time, unless the process extends the time (`working`). */
export const ackWaitMs = 30_000;
const maxMessagesPerPull = 256;

/** One durable JetStream consumer with a pinned client: its configuration and its requests to the server. */
export class DurableConsumer {
  constructor(
    readonly source: DurableConsumerSource,
    private readonly jetstream: JetStreamClient,
    private readonly parts: { readonly manager: JetStreamManager; readonly limits: BrokerLimits },
  ) {}

  /**
   * Reads the consumer's state and updates its configuration if it differs; an update keeps the position. Returns
   * null when the consumer does not exist.
   */
  async inspect(): Promise<ConsumerState | null> {
    try {
      const { stream, durable } = this.source;
      const info: PinnedConsumerInfo = await this.parts.manager.consumers.info(stream, durable);
      await this.updateConfig(info.config);
      return {
        isOwned: info.priority_groups?.some((one) => one.pinned_client_id) ?? false,
        unacknowledged: info.num_ack_pending,
        ackFloor: info.ack_floor.stream_seq,
      };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Creates the consumer. Returns false when the stream does not exist yet. */
  async create(): Promise<boolean> {
    try {
      await this.parts.manager.consumers.add(this.source.stream, this.config());
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async consume(callback: (message: JsMsg) => void): Promise<ConsumerMessages> {
    const consumer = await this.jetstream.consumers.get(this.source.stream, this.source.durable);
    return consumer.consume({
      max_messages: maxMessagesPerPull,
      group,
      // Each pull shows the server that the owner is alive, so the time between pulls must be much shorter than
      // `ownerTimeoutMs`.
      expires: Math.max(1_000, Math.floor(this.parts.limits.ownerTimeoutMs / 2)),
      idle_heartbeat: 500,
      callback,
    });
  }

  /** Resets the consumer: everything above the acknowledgement floor is redelivered, with delivery numbers from 1. */
  async reset(): Promise<void> {
    await this.parts.manager.consumers.reset(this.source.stream, this.source.durable);
  }

  /** Releases the consumer at once. Otherwise another process takes over only after `ownerTimeoutMs`. */
  async release(): Promise<void> {
    const { stream, durable } = this.source;
    await this.parts.manager.consumers.unpin(stream, durable, group).catch(() => undefined);
  }

  private async updateConfig(current: ConsumerConfig): Promise<void> {
    const config = this.config();
    const sorted = (filters: readonly string[]): string => JSON.stringify([...filters].sort());
    const isSame =
      sorted(current.filter_subjects ?? []) === sorted(this.source.filters) &&
      current.max_ack_pending === config.max_ack_pending;
    if (!isSame) await this.parts.manager.consumers.update(this.source.stream, this.source.durable, config);
  }

  private config(): Partial<ConsumerConfig> & { durable_name: string } {
    const { factsInFlight, ownerTimeoutMs } = this.parts.limits;
    return {
      durable_name: this.source.durable,
      filter_subjects: [...this.source.filters],
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: factsInFlight,
      priority_groups: [group],
      priority_policy: 'pinned_client',
      priority_timeout: nanos(ownerTimeoutMs),
    };
  }
}
