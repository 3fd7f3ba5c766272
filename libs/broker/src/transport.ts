import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import {
  factsForInstances,
  factsForHub,
  livesOnHub,
  releasesNotificationSubject,
  releasesStream,
  type ServiceName,
} from '@kushk/contracts';
import type { ConsumerCheckpoints } from '@kushk/event-store/fact-stream';
import { ReplicaMonitor } from './replica-monitor.js';
import { DirectReader } from './direct-reader.js';
import { failureOf } from './service-errors.js';
import { log, type Config } from '@kushk/runtime';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { isObservable, lastValueFrom } from 'rxjs';
import { FactHandling, type FactHandler } from './fact-handling.js';
import { StreamFollower } from './stream-follower.js';
import { defaultLimits, type BrokerLimits } from './limits.js';
import type { BrokerConnection } from './broker-connection.js';
import { parkedMessages, unpark, type ParkedFact, type Parking } from './parking.js';
import { Reaction } from './reaction.js';
import { Responder, type RequestHandler } from './responder.js';
import { ensureFactStream } from './streams.js';
import { consumerName, factFilter, factStreamName, ownJetStream, scopeOf, serviceOf } from './subjects.js';
import { HubForwarder, forwardingReaction } from './hub-forwarder.js';

export interface ReplayReport {
  readonly replayed: number;
  readonly failed: readonly ParkedFact[];
}

interface Listening {
  readonly type: string;
  readonly reaction: string;
  readonly handler: FactHandler;
  readonly fromFleet: boolean;
}
/** A reaction at work, whatever its facts come by. */
interface Following {
  start(): void;
  stop(): Promise<void>;
  resume(): void;
}
interface Group {
  readonly publisher: ServiceName;
  readonly reaction: string;
  readonly handlers: Map<string, FactHandler>;
}

/**
 * The Nest transport of every process: `@MessagePattern(subject)` over core NATS request/reply with one queue
 * group per service, `@EventPattern(subject, { reaction })` over durable JetStream consumers. Subjects are written
 * without scope, as the contracts spell them. (Nest requires strategies to extend its `Server`.)
 */
export class KushkTransport extends Server implements CustomTransportStrategy {
  // Failures of event handlers are ours to judge: Nest must neither log nor swallow them.
  override readonly propagatesEventHandlerErrors = true;
  private readonly requests = new Map<string, RequestHandler>();
  private readonly facts: Listening[] = [];
  private readonly handlings = new Map<string, FactHandling>();
  private readonly responder: Responder;
  private readonly jetstream: JetStreamClient;
  private reactions: Following[] = [];
  /** The reactions to what an instance says, by the instance. */
  private readonly fleet = new Map<string, Reaction[]>();
  private copy: ReplicaMonitor | null = null;
  private fleetWork: Promise<void> = Promise.resolve();

  constructor(
    private readonly link: BrokerConnection,
    private readonly config: Pick<Config, 'scope' | 'service' | 'streamReplicas'> &
      Partial<Pick<Config, 'hubJetStream'>>,
    private readonly limits: BrokerLimits = defaultLimits,
    /** Where a service keeps how far it has read of the hub's releases; a process without a store reads them from their beginning. */
    private readonly places: ConsumerCheckpoints = forgetful,
  ) {
    super();
    this.responder = new Responder(link, config, limits.requestsInFlight);
    this.jetstream = jetstream(link.connection);
    link.onReconnect(() => this.everyReaction().forEach((one) => one.resume()));
  }

  /** Nest registers a handler. Its own registry chains all handlers of an event; ours keeps each reaction apart. */
  override addHandler(
    pattern: string,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    const handler = (payload: unknown, context: unknown) => settle(callback(payload, context));
    if (!isEventHandler) {
      if (this.requests.has(pattern)) throw new Error(`two handlers answer ${pattern}`);
      this.requests.set(pattern, handler);
      return;
    }
    const { reaction, from } = extras;
    if (typeof reaction !== 'string' || !/^[a-z][a-z0-9-]*$/.test(reaction))
      throw new Error(`the handler of ${pattern} needs a reaction name such as on-release-submitted`);
    if (this.facts.some((one) => one.type === pattern && one.reaction === reaction))
      throw new Error(`two handlers of ${reaction} listen to ${pattern}`);
    this.facts.push({ type: pattern, reaction, handler, fromFleet: from === 'fleet' });
  }

  override listen(callback: (error?: unknown) => void): void {
    this.begin().then(() => callback(), callback);
  }

  /** Takes nothing new and resolves when what was in flight has ended. The connection stays: others still need it. */
  override async close(): Promise<void> {
    await this.fleetWork.catch(() => undefined);
    await Promise.all([this.copy?.stop(), this.responder.stop(), ...this.everyReaction().map((one) => one.stop())]);
    this.reactions = [];
    this.fleet.clear();
    if (this.link.up) await this.link.connection.flush().catch(() => undefined);
  }

  override on(): never {
    throw new Error('the transport has no events of its own');
  }

  override unwrap<Client>(): Client {
    return this.link.connection as Client;
  }

  /**
   * Hands what was parked to its handlers again, oldest first; what is taken in leaves the parked stream, what
   * fails stays. `reaction` narrows it to one, `eventId` to one fact.
   */
  async replayParked(only: { readonly reaction?: string; readonly eventId?: string } = {}): Promise<ReplayReport> {
    const parking = await this.parking();
    const failed: ParkedFact[] = [];
    let replayed = 0;
    for await (const message of parkedMessages(parking, only.reaction)) {
      const { fact } = message;
      if (only.eventId !== undefined && only.eventId !== fact.eventId) continue;
      try {
        const handling = this.handlings.get(
          `${serviceOf(fact.subject.slice(fact.subject.indexOf('.') + 1))} ${fact.reaction}`,
        );
        if (handling === undefined) throw new Error(`no reaction ${fact.reaction}`);
        await handling.replay(message);
        await unpark(parking, fact);
        replayed++;
      } catch (error) {
        log.warn(
          { reaction: fact.reaction, eventId: fact.eventId, failure: failureOf(error), error },
          'parked fact failed again',
        );
        failed.push(fact);
      }
    }
    return { replayed, failed };
  }

  /** What this service has parked, oldest first. */
  async parkedFacts(): Promise<ParkedFact[]> {
    const found: ParkedFact[] = [];
    for await (const { fact } of parkedMessages(await this.parking())) found.push(fact);
    return found;
  }

  /**
   * From now on the reactions `from: 'fleet'` hear exactly these instances. Each has a durable consumer in the stream
   * of that instance's own facts, so nothing is lost while either side is away or an instance is not followed: it
   * comes when it is followed again.
   */
  followFleet(instances: readonly string[]): Promise<void> {
    this.fleetWork = this.fleetWork
      .catch(() => undefined)
      .then(async () => {
        const left = [...this.fleet.keys()].filter((scope) => !instances.includes(scope));
        const gone = left.flatMap((scope) => this.fleet.get(scope) ?? []);
        for (const scope of left) this.fleet.delete(scope);
        await Promise.all(gone.map((one) => one.stop()));
        const parking = await this.parking();
        for (const scope of instances.filter((one) => !this.fleet.has(one))) {
          // Linked by its own NATS, the instance tells its facts into this stream; on one server with the hub it is its own.
          for (const publisher of new Set(this.grouped(true).map((group) => group.publisher)))
            await ensureFactStream(parking.manager, scope, publisher, this.config.streamReplicas);
          const begun = this.grouped(true).map((group) => this.reactionOf(group, scope, parking));
          this.fleet.set(scope, begun);
          for (const reaction of begun) reaction.start();
        }
      });
    return this.fleetWork;
  }

  private async begin(): Promise<void> {
    for (const [subject, handler] of this.requests) this.responder.answer(subject, handler);
    const parking = await this.parking();
    this.reactions = [
      ...this.grouped(false).map((group) => this.followingOf(group, parking)),
      ...this.telling(parking.manager),
    ];
    for (const reaction of this.reactions) reaction.start();
    if (this.config.scope === 'hub' && factsForInstances.some(({ service }) => service === this.config.service)) {
      this.copy = new ReplicaMonitor(this.link, this.limits, this.config.streamReplicas);
      this.copy.start();
    }
    // Whoever asks right after the start must find a responder: the server has to know the subscriptions first.
    await this.link.connection.flush();
  }

  /** What the hub says comes to an instance from the hub's stream of releases, everything else from the publisher's own stream. */
  private followingOf(group: Group, parking: Parking & { manager: JetStreamManager }): Following {
    const { publisher, reaction, handlers } = group;
    if (!livesOnHub(publisher) || this.config.scope === 'hub')
      return this.reactionOf(group, scopeOf(publisher, this.config.scope), parking);
    const forUs = factsForInstances.map(({ subject }) => subject);
    for (const type of handlers.keys())
      if (!forUs.includes(type)) throw new Error(`${type} is not for instances: ${reaction} would never hear it`);
    const reader = new DirectReader(this.link, {
      stream: releasesStream,
      apiPrefix: this.config.hubJetStream ?? ownJetStream,
    });
    const source = {
      name: `releases ${reaction}`,
      bell: `${releasesNotificationSubject}.>`,
      types: [...handlers.keys()].map((type) => `hub.${type}`),
    };
    return new StreamFollower(source, {
      link: this.link,
      reader,
      places: this.places,
      limits: this.limits,
      work: this.handlingOf(group, parking),
    });
  }

  /** Where the hub cannot look into the streams of this instance, it is told what it is to hear. */
  private telling(manager: JetStreamManager): Reaction[] {
    const { scope, service, hubJetStream = ownJetStream } = this.config;
    const types = factsForHub.filter((fact) => fact.service === service).map(({ subject }) => subject);
    if (types.length === 0 || hubJetStream === ownJetStream) return [];
    const source = {
      stream: factStreamName(scope, service),
      durable: consumerName({ service, scope, reaction: forwardingReaction, streamScope: scope }),
      filters: types.map((type) => factFilter(scope, type)),
    };
    return [
      new Reaction(
        source,
        this.jetstream,
        manager,
        this.limits,
        new HubForwarder(this.jetstream, this.limits.retryAfterMs),
      ),
    ];
  }

  private everyReaction(): Following[] {
    return [...this.reactions, ...[...this.fleet.values()].flat()];
  }

  private reactionOf(group: Group, streamScope: string, parking: Parking & { manager: JetStreamManager }): Reaction {
    const { publisher, reaction, handlers } = group;
    const source = {
      stream: factStreamName(streamScope, publisher),
      durable: consumerName({ service: this.config.service, scope: this.config.scope, reaction, streamScope }),
      filters: [...handlers.keys()].map((type) => factFilter(streamScope, type)),
    };
    return new Reaction(source, this.jetstream, parking.manager, this.limits, this.handlingOf(group, parking));
  }

  private handlingOf({ publisher, reaction, handlers }: Group, parking: Parking): FactHandling {
    const handling = new FactHandling(reaction, handlers, parking, this.limits.retryAfterMs);
    this.handlings.set(`${publisher} ${reaction}`, handling);
    return handling;
  }

  /** Handlers that share publisher and reaction share a consumer, and with it one order per stream. */
  private grouped(fromFleet: boolean): Group[] {
    const groups = new Map<string, Group>();
    for (const { type, reaction, handler } of this.facts.filter((one) => one.fromFleet === fromFleet)) {
      const publisher = serviceOf(type);
      const key = `${publisher} ${reaction}`;
      const group = groups.get(key) ?? { publisher, reaction, handlers: new Map() };
      group.handlers.set(type, handler);
      groups.set(key, group);
    }
    return [...groups.values()];
  }

  private async parking(): Promise<Parking & { manager: JetStreamManager }> {
    const manager = await jetstreamManager(this.link.connection, { checkAPI: false });
    return {
      jetstream: this.jetstream,
      manager,
      scope: this.config.scope,
      service: this.config.service,
      replicas: this.config.streamReplicas,
    };
  }
}

const forgetful: ConsumerCheckpoints = { load: () => Promise.resolve(null), save: () => Promise.resolve() };

/** Nest answers with a promise, or with an observable when an exception filter has spoken. */
async function settle(result: Promise<unknown> | unknown): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value) : value;
}
