import {
  factsForHub,
  forwardingReaction,
  factsForInstances,
  livesOnHub,
  releasesNotificationSubject,
  releasesStream,
  consumerName,
  factFilter,
  factStreamName,
} from '@kushk/contracts';
import type { ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import type { Config } from '@kushk/runtime';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { DirectReader } from '../fleet/direct-reader.js';
import { DurableConsumer } from '../reactions/durable-consumer.js';
import type { FactProcessor } from '../reactions/fact.js';
import { FactDispatcher } from '../reactions/fact-dispatcher.js';
import type { Reaction } from './handler-registry.js';
import { HubForwarder } from '../fleet/hub-forwarder.js';
import type { BrokerLimits } from '../limits.js';
import type { ParkedFactStream } from '../reactions/parked-fact-stream.js';
import { ReactionConsumer } from '../reactions/reaction-consumer.js';
import { WaitingFacts } from '../reactions/waiting-facts.js';
import { StreamFollower } from '../fleet/stream-follower.js';
import { ownJetStream, scopeOf } from '../connection/subjects.js';

/** The configuration fields that the transport needs. */
export type TransportConfig = Pick<Config, 'scope' | 'service' | 'streamReplicas'> &
  Partial<Pick<Config, 'hubJetStream'>>;

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
  readonly parkedFacts: ParkedFactStream;
}

/** Chooses and builds the consumer of each reaction. */
export class ConsumerFactory {
  constructor(private readonly parts: ConsumerFactoryParts) {}

  /**
   * The consumer for facts of this scope or of the hub's services. In an instance, a reaction to facts of the hub
   * reads the hub's stream of releases; every other reaction has a durable consumer in the publisher's stream.
   */
  forReaction(reaction: Reaction): FactConsumer {
    const { scope } = this.parts.config;
    return livesOnHub(reaction.publisher) && scope !== 'hub'
      ? this.releasesFollower(reaction)
      : this.forReactionIn(scopeOf(reaction.publisher, scope), reaction);
  }

  /** The consumer for a service's facts in the scope `streamScope`: `hub` or any instance. */
  forReactionIn(streamScope: string, reaction: Reaction): ReactionConsumer {
    const { scope, service } = this.parts.config;
    const source = {
      stream: factStreamName(streamScope, reaction.publisher),
      durable: consumerName({ service, scope, reaction: reaction.name, streamScope }),
      filters: [...reaction.handlers.keys()].map((type) => factFilter(streamScope, type)),
    };
    return this.reactionConsumer(source, this.dispatcherOf(reaction));
  }

  /** The consumer that forwards facts to the hub. Null where the hub can read the streams of this instance directly. */
  hubForwarding(): ReactionConsumer | null {
    const { scope, service, hubJetStream = ownJetStream } = this.parts.config;
    const types = factsForHub.filter((fact) => fact.service === service).map(({ subject }) => subject);
    if (types.length === 0 || hubJetStream === ownJetStream) return null;
    const source = {
      stream: factStreamName(scope, service),
      durable: consumerName({ service, scope, reaction: forwardingReaction, streamScope: scope }),
      filters: types.map((type) => factFilter(scope, type)),
    };
    return this.reactionConsumer(source, new HubForwarder(this.parts.jetstream, this.parts.limits.retryDelaysMs));
  }

  dispatcherOf(reaction: Reaction): FactDispatcher {
    const { jetstream, manager, limits, config, parkedFacts } = this.parts;
    const { scope, service, streamReplicas: replicas } = config;
    const waiting = new WaitingFacts(reaction.name, {
      jetstream,
      manager,
      owner: { scope, service, replicas },
      limits,
    });
    return new FactDispatcher(reaction, parkedFacts, { retryDelaysMs: limits.retryDelaysMs, waiting });
  }

  private reactionConsumer(source: DurableConsumer['source'], processor: FactProcessor): ReactionConsumer {
    const { jetstream, manager, limits } = this.parts;
    return new ReactionConsumer(new DurableConsumer(source, jetstream, { manager, limits }), processor, limits);
  }

  private releasesFollower(reaction: Reaction): StreamFollower {
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
    });
  }
}
