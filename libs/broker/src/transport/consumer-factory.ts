import {
  factsForHub,
  forwardingReaction,
  factsForInstances,
  livesOnHub,
  releasesNotificationSubject,
  releasesStream,
  reportsStream,
  consumerName,
  factFilter,
  factStreamName,
} from '@kushk/contracts';
import type { ConsumerCheckpoints, ConsumerPositions } from '@kushk/event-store/fact-stream';
import type { Config } from '@kushk/runtime';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { DirectReader } from '../fleet/direct-reader.js';
import { DurableConsumer } from '../reactions/durable-consumer.js';
import type { FactProcessor } from '../reactions/fact.js';
import { FactDispatcher } from '../reactions/fact-dispatcher.js';
import type { Reaction } from './handler-registry.js';
import { HubEpoch } from '../fleet/hub-epoch.js';
import { HubForwarder } from '../fleet/hub-forwarder.js';
import type { BrokerLimits } from '../limits.js';
import type { ParkedFactStream } from '../reactions/parked-fact-stream.js';
import { PositionRecorder } from '../reactions/position-recorder.js';
import { ReactionConsumer } from '../reactions/reaction-consumer.js';
import { WaitingFacts } from '../reactions/waiting-facts.js';
import { StreamFollower } from '../fleet/stream-follower.js';
import { ownJetStream } from '../connection/subjects.js';

/** The configuration fields that the transport needs. */
export type TransportConfig = Pick<Config, 'scope' | 'service'> & Partial<Pick<Config, 'hubJetStream'>>;

/** Processes facts from `start` to `stop`; `resume` is called after each reconnect. */
export interface FactConsumer {
  start(): void;
  stop(): Promise<void>;
  resume(): void;
}

export interface ConsumerFactoryParts {
  readonly connection: BrokerConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly config: TransportConfig;
  readonly limits: BrokerLimits;
  readonly checkpoints: ConsumerCheckpoints;
  /** Null for a process without a database. */
  readonly positions: ConsumerPositions | null;
  readonly parkedFacts: ParkedFactStream;
}

/** Chooses and builds the consumer of each reaction. */
export class ConsumerFactory {
  constructor(private readonly parts: ConsumerFactoryParts) {}

  /**
   * In an instance, a reaction to facts of the hub reads the hub's stream of releases. Every other reaction has a
   * durable consumer: in the publisher's stream, or for the facts of every instance in the stream of their reports.
   * `forwarding` forwards everything again when the hub begins a new epoch.
   */
  forReaction(reaction: Reaction, forwarding: ReactionConsumer | null): FactConsumer {
    const { scope, service } = this.parts.config;
    if (livesOnHub(reaction.publisher) && scope !== 'hub') return this.releasesFollower(reaction, forwarding);
    const isFleet = reaction.origin === 'fleet';
    const source = {
      stream: isFleet ? reportsStream : factStreamName(scope, reaction.publisher),
      durable: consumerName({ service, reaction: reaction.name }),
      filters: [...reaction.handlers.keys()].map((type) => factFilter(isFleet ? '*' : scope, type)),
    };
    const { positions } = this.parts;
    const position = positions && new PositionRecorder(`${source.stream} ${source.durable}`, positions);
    return this.reactionConsumer(source, this.dispatcherOf(reaction), position);
  }

  /** The consumer that forwards facts to the hub. Null where the hub can read the streams of this instance directly. */
  hubForwarding(): ReactionConsumer | null {
    const { scope, service, hubJetStream = ownJetStream } = this.parts.config;
    const types = factsForHub.filter((fact) => fact.service === service).map(({ subject }) => subject);
    if (types.length === 0 || hubJetStream === ownJetStream) return null;
    const source = {
      stream: factStreamName(scope, service),
      durable: consumerName({ service, reaction: forwardingReaction }),
      filters: types.map((type) => factFilter(scope, type)),
    };
    return this.reactionConsumer(source, new HubForwarder(this.parts.jetstream, this.parts.limits.retryDelaysMs));
  }

  dispatcherOf(reaction: Reaction): FactDispatcher {
    const { jetstream, manager, limits, config, parkedFacts } = this.parts;
    const { scope, service } = config;
    const waiting = new WaitingFacts(reaction.name, {
      jetstream,
      manager,
      owner: { scope, service },
      limits,
    });
    return new FactDispatcher(reaction, parkedFacts, { ...limits, waiting });
  }

  private reactionConsumer(
    source: DurableConsumer['source'],
    processor: FactProcessor,
    position: PositionRecorder | null = null,
  ): ReactionConsumer {
    const { jetstream, manager, limits } = this.parts;
    const consumer = new DurableConsumer(source, jetstream, { manager, limits });
    return new ReactionConsumer(consumer, processor, { limits, position });
  }

  private releasesFollower(reaction: Reaction, forwarding: ReactionConsumer | null): StreamFollower {
    const { connection, limits, checkpoints, config } = this.parts;
    const forInstances = factsForInstances.map(({ subject }) => subject);
    for (const type of reaction.handlers.keys())
      if (!forInstances.includes(type))
        throw new Error(`${type} is not in factsForInstances: ${reaction.name} would never receive it`);
    const stream = {
      consumer: `releases ${reaction.name}`,
      notifications: `${releasesNotificationSubject}.>`,
      types: [...reaction.handlers.keys()].map((type) => `hub.${type}`),
    };
    const reader = new DirectReader(connection, {
      stream: releasesStream,
      apiPrefix: config.hubJetStream ?? ownJetStream,
    });
    return new StreamFollower(stream, {
      connection,
      reader,
      checkpoints,
      limits,
      processor: this.dispatcherOf(reaction),
      hubEpoch: forwarding && new HubEpoch(checkpoints, () => forwarding.restart(0)),
    });
  }
}
