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
import { log } from '@kushk/runtime';
import {
  hasFilters,
  isSuperseded,
  processedByOthers,
  slotFor,
  slotNames,
  type ConsumerVersion,
} from './consumer-versions.js';
import type { BrokerLimits } from '../limits.js';
import type { ConsumerProgress } from './position-recorder.js';
import { isMissing, isMissingConsumer, nanos, requestedEpochOf } from '../streams/streams.js';

/**
 * Identity of a durable consumer. It receives messages on the subjects `filters`, each of which ends with `.>` for the
 * stream id, and starts with a scope, or `*` for the facts of every instance. `durable` is the name without the number
 * that distinguishes the versions of the reaction.
 */
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
  /** True while a newer version of the service processes the same facts. This process must then not consume. */
  readonly isSuperseded: boolean;
}

/**
 * The priority group of every consumer. The server pins the group to at most one process, and only that process
 * receives messages.
 */
const group = 'owner';
/** An unacknowledged message is redelivered after this time, unless the process extends the time (`working`). */
export const ackWaitMs = 30_000;
const maxMessagesPerPull = 256;

/**
 * One durable JetStream consumer with a pinned client: its configuration, its requests to the server, and its relation
 * to the consumers of other versions of the service (`consumer-versions.ts`).
 */
export class DurableConsumer {
  /** The name of the consumer with these filters; null until it is found or created. */
  private name: string | null = null;
  private superseded = false;
  private isPaused = false;
  /** By filter the sequence up to which other versions have processed its messages. */
  private processed: ReadonlyMap<string, number> = new Map();
  private comparedAt = -Infinity;

  constructor(
    readonly source: DurableConsumerSource,
    private readonly jetstream: JetStreamClient,
    private readonly parts: { readonly manager: JetStreamManager; readonly limits: BrokerLimits },
  ) {}

  /**
   * Reads the state of the consumer, and from time to time of the consumers of other versions. Returns null when the
   * consumer does not exist, and rejects when its stream does not exist. `isOwner`: this process receives its messages.
   */
  async inspect({ isOwner }: { readonly isOwner: boolean }): Promise<ConsumerState | null> {
    if (performance.now() - this.comparedAt >= this.parts.limits.compareVersionsEveryMs) await this.compareVersions();
    const info = this.name === null ? null : await this.info(this.name);
    if (info === null || !hasFilters(versionOf(info), this.source.filters)) {
      this.name = null;
      this.comparedAt = -Infinity;
      // The stream may have been recreated: its sequences then belong to other messages.
      this.processed = new Map();
      return null;
    }
    if (!this.isPaused && (isOwner || !isOwned(info))) await this.raiseMaxAckPending(info.config);
    return {
      isOwned: isOwned(info),
      unacknowledged: info.num_ack_pending,
      ackFloor: info.ack_floor.stream_seq,
      isSuperseded: this.superseded,
    };
  }

  /**
   * Creates the consumer at the position that other versions have reached; without another version it starts at the
   * beginning of the stream. Returns false when the stream does not exist yet or no name is free.
   */
  async create(): Promise<boolean> {
    const { stream, durable } = this.source;
    try {
      const versions = await this.versions();
      const slot = slotFor(durable, versions);
      if (slot === null) {
        log.warn({ consumer: durable }, 'too many versions run side by side, waiting until one has stopped');
        return false;
      }
      const start = await this.startAfterOthers(versions);
      if (slot.replaces) await this.parts.manager.consumers.delete(stream, slot.name);
      await this.parts.manager.consumers.add(stream, { ...this.config(), ...start, durable_name: slot.name });
      this.name = slot.name;
      this.comparedAt = -Infinity;
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async consume(callback: (message: JsMsg) => void): Promise<ConsumerMessages> {
    const consumer = await this.jetstream.consumers.get(this.source.stream, this.existing());
    // Each pull shows the server that the owner is alive, so the time between pulls must be much shorter than
    // `ownerTimeoutMs`.
    const expires = Math.max(1_000, Math.floor(this.parts.limits.ownerTimeoutMs / 2));
    // The server accepts at most half of the time between pulls.
    const idle_heartbeat = Math.min(1_000, Math.floor(expires / 2));
    return consumer.consume({ max_messages: maxMessagesPerPull, group, expires, idle_heartbeat, callback });
  }

  /**
   * Lets the server deliver nothing until `resumeDelivery`. Messages in flight stay in flight, and the process stays
   * the owner. When it stops meanwhile, the next owner resumes the delivery.
   */
  async pauseDelivery(): Promise<void> {
    this.isPaused = true;
    await this.setMaxAckPending(1);
  }

  async resumeDelivery(): Promise<void> {
    this.isPaused = false;
    await this.setMaxAckPending(this.parts.limits.factsInFlight);
  }

  /** Whether another version of the service has processed the message. */
  wasProcessed({ subject, seq }: Pick<JsMsg, 'subject' | 'seq'>): boolean {
    const scope = subject.slice(0, subject.indexOf('.'));
    const type = subject.slice(scope.length, subject.lastIndexOf('.'));
    return seq <= (this.processed.get(`${scope}${type}.>`) ?? this.processed.get(`*${type}.>`) ?? 0);
  }

  /** Reads how far the consumer has come in its stream. */
  async progress(): Promise<ConsumerProgress | null> {
    const { created, state, config } = await this.parts.manager.streams.info(this.source.stream);
    const info = this.name === null ? null : await this.info(this.name);
    return (
      info && {
        stream: `${created} ${requestedEpochOf(config)}`,
        first: state.first_seq,
        last: state.last_seq,
        ackFloor: info.ack_floor.stream_seq,
        outstanding: info.num_ack_pending + info.num_pending,
      }
    );
  }

  /**
   * Resets the consumer: everything above the acknowledgement floor, or after `position`, is redelivered, with delivery
   * numbers from 1.
   */
  async reset(position?: number): Promise<void> {
    const { manager } = this.parts;
    const name = this.existing();
    if (position === undefined) return void (await manager.consumers.reset(this.source.stream, name));
    // The server refuses to reset a consumer to a message before its first one.
    const first = (await this.info(name))?.config.opt_start_seq ?? 1;
    await manager.consumers.reset(this.source.stream, name, Math.max(first, position + 1));
  }

  /** Releases the consumer at once. Otherwise another process takes over only after `ownerTimeoutMs`. */
  async release(): Promise<void> {
    if (this.name === null) return;
    await this.parts.manager.consumers.unpin(this.source.stream, this.name, group).catch(() => undefined);
  }

  private existing(): string {
    if (this.name === null) throw new Error(`the consumer ${this.source.durable} does not exist`);
    return this.name;
  }

  private async compareVersions(): Promise<void> {
    const versions = await this.versions();
    const { filters } = this.source;
    this.name = versions.find((version) => hasFilters(version, filters))?.name ?? null;
    this.superseded = isSuperseded(versions, filters);
    this.processed = processedByOthers(versions, filters);
    this.comparedAt = performance.now();
  }

  /** Rejects when the stream does not exist. Asks for one consumer first: then it needs no further request. */
  private async versions(): Promise<ConsumerVersion[]> {
    const [first, ...others] = slotNames(this.source.durable);
    const infos = [await this.info(first as string), ...(await Promise.all(others.map((name) => this.info(name))))];
    return infos.filter((info) => info !== null).map(versionOf);
  }

  /** Rejects when the stream does not exist or does not respond. */
  private async info(name: string): Promise<PinnedConsumerInfo | null> {
    try {
      return await this.parts.manager.consumers.info(this.source.stream, name);
    } catch (error) {
      if (isMissingConsumer(error)) return null;
      throw error;
    }
  }

  /**
   * The configuration that starts where the first unprocessed message may be. A type that no other version handles
   * starts with the first message of this type in the stream, as in a new reaction.
   */
  private async startAfterOthers(versions: readonly ConsumerVersion[]): Promise<Partial<ConsumerConfig>> {
    const { stream, filters } = this.source;
    const floors = processedByOthers(versions, filters);
    if (floors.size === 0) return { deliver_policy: DeliverPolicy.All };
    const firsts = filters
      .filter((filter) => !floors.has(filter))
      .map(async (filter) => {
        try {
          const query = { seq: 1, next_by_subj: filter };
          return (await this.parts.manager.streams.getMessage(stream, query))?.seq ?? Infinity;
        } catch (error) {
          if (isMissing(error)) return Infinity;
          throw error;
        }
      });
    const start = Math.min(...[...floors.values()].map((floor) => floor + 1), ...(await Promise.all(firsts)));
    return { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: start };
  }

  /** Versions may have different limits. The limit is only raised, so that they do not overwrite each other's. */
  private async raiseMaxAckPending(current: ConsumerConfig): Promise<void> {
    const { factsInFlight } = this.parts.limits;
    if ((current.max_ack_pending ?? 0) < factsInFlight) await this.setMaxAckPending(factsInFlight);
  }

  private async setMaxAckPending(max: number): Promise<void> {
    await this.parts.manager.consumers.update(this.source.stream, this.existing(), { max_ack_pending: max });
  }

  private config(): Partial<ConsumerConfig> {
    const { factsInFlight, ownerTimeoutMs } = this.parts.limits;
    return {
      filter_subjects: [...this.source.filters],
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: factsInFlight,
      priority_groups: [group],
      priority_policy: 'pinned_client',
      priority_timeout: nanos(ownerTimeoutMs),
    };
  }
}

function isOwned(info: PinnedConsumerInfo): boolean {
  return info.priority_groups?.some((one) => one.pinned_client_id) ?? false;
}

function versionOf(info: PinnedConsumerInfo): ConsumerVersion {
  const { filter_subject: single, filter_subjects: several = [] } = info.config;
  return {
    name: info.name,
    filters: single === undefined ? several : [single],
    ackFloor: info.ack_floor.stream_seq,
    isOwned: isOwned(info),
    created: info.created,
  };
}
