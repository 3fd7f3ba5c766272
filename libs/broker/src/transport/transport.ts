import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { factsForInstances } from '@kushk/contracts';
import type { ConsumerCheckpoints, ConsumerPositions } from '@kushk/event-store/fact-stream';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { ConsumerFactory, type FactConsumer, type TransportConfig } from './consumer-factory.js';
import { HandlerRegistry } from './handler-registry.js';
import { defaultLimits, type BrokerLimits } from '../limits.js';
import { ParkedFactStream } from '../reactions/parked-fact-stream.js';
import { ParkedFacts } from '../reactions/parked-facts.js';
import { ReplicaMonitor } from '../fleet/replica-monitor.js';
import type { RequestMessages } from '../requests/messages/messages.js';
import { Responder } from '../requests/responder.js';
import { serviceOf } from '../connection/subjects.js';

export interface TransportOptions {
  readonly limits?: BrokerLimits;
  readonly messages?: RequestMessages;
  /**
   * Stores a service's position in the hub's stream of releases. Without it a process reads the stream from the
   * beginning.
   */
  readonly checkpoints?: ConsumerCheckpoints;
  /** Stores the positions of the service's consumers. */
  readonly positions?: ConsumerPositions;
}

/** Everything in this process that processes facts; built once from the registered handlers. */
interface FactProcessing {
  readonly consumers: readonly FactConsumer[];
  readonly parkedFacts: ParkedFacts;
  readonly replicaMonitor: ReplicaMonitor | null;
}

/**
 * The Nest transport of every process: `@MessagePattern(subject)` over core NATS request/reply with one queue group
 * per service, `@EventPattern(subject, { reaction })` over durable JetStream consumers. Subjects in decorators have
 * no scope, as in the contracts. Nest requires a strategy to extend its class `Server`.
 */
export class KushkTransport extends Server implements CustomTransportStrategy {
  // The dispatcher handles failures of event handlers, so Nest must neither log nor swallow them.
  override readonly propagatesEventHandlerErrors = true;
  private readonly registry = new HandlerRegistry();
  private readonly limits: BrokerLimits;
  private readonly checkpoints: ConsumerCheckpoints;
  private readonly positions: ConsumerPositions | null;
  private readonly responder: Responder;
  private built: Promise<FactProcessing> | null = null;
  private processing: FactProcessing | null = null;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly config: TransportConfig,
    { limits = defaultLimits, messages, checkpoints = noCheckpoints, positions }: TransportOptions = {},
  ) {
    super();
    this.limits = limits;
    this.checkpoints = checkpoints;
    this.positions = positions ?? null;
    this.responder = new Responder(connection, config, { maxInFlight: limits.requestsInFlight, messages });
    connection.onReconnect(() => {
      for (const consumer of this.processing?.consumers ?? []) consumer.resume();
    });
  }

  /** Nest calls it for every handler before `listen`. */
  override addHandler(...[pattern, callback, isEventHandler, extras = {}]: Parameters<Server['addHandler']>): void {
    if (isEventHandler) this.registry.addFactHandler(pattern, callback, extras);
    else this.registry.addRequestHandler(pattern, callback);
  }

  override listen(callback: (error?: unknown) => void): void {
    this.start().then(() => callback(), callback);
  }

  /**
   * Accepts no new work and resolves when all work in flight has ended. The connection stays open, because others
   * still use it.
   */
  override async close(): Promise<void> {
    const processing = await this.built;
    await Promise.all([
      this.responder.stop(),
      processing?.replicaMonitor?.stop(),
      ...(processing?.consumers ?? []).map((consumer) => consumer.stop()),
    ]);
    if (this.connection.up) await this.connection.nats.flush().catch(() => undefined);
  }

  override on(): never {
    throw new Error('the transport has no events');
  }

  override unwrap<Client>(): Client {
    return this.connection.nats as Client;
  }

  /** The parked facts of this service. */
  async parkedFacts(): Promise<ParkedFacts> {
    return (await this.factProcessing()).parkedFacts;
  }

  private async start(): Promise<void> {
    this.responder.serve(this.registry.requestHandlers);
    const { consumers, replicaMonitor } = await this.factProcessing();
    for (const consumer of consumers) consumer.start();
    replicaMonitor?.start();
    // Waits until the server knows the subscriptions, so that a request right after the start finds a responder.
    await this.connection.nats.flush();
  }

  /** Must not be called before Nest has added the handlers. */
  private factProcessing(): Promise<FactProcessing> {
    this.built ??= this.build();
    return this.built;
  }

  private async build(): Promise<FactProcessing> {
    const { connection, config, limits, checkpoints, positions, registry } = this;
    const { scope, service } = config;
    const client = jetstream(connection.nats);
    const manager = await jetstreamManager(connection.nats, { checkAPI: false });
    const parkedStream = new ParkedFactStream(client, manager, { scope, service });
    const factory = new ConsumerFactory({
      connection,
      jetstream: client,
      manager,
      config,
      limits,
      checkpoints,
      positions,
      parkedFacts: parkedStream,
    });
    const forwarding = factory.hubForwarding();
    const consumers = registry.reactions.map((reaction) => factory.forReaction(reaction, forwarding));
    const publishesReleases = scope === 'hub' && factsForInstances.some((fact) => fact.service === service);
    this.processing = {
      consumers: forwarding === null ? consumers : [...consumers, forwarding],
      parkedFacts: new ParkedFacts(parkedStream, (name, subject) => {
        const reaction = registry.findReaction(serviceOf(subject.slice(subject.indexOf('.') + 1)), name);
        return reaction && factory.dispatcherOf(reaction);
      }),
      replicaMonitor: publishesReleases ? new ReplicaMonitor(connection, limits) : null,
    };
    return this.processing;
  }
}

const noCheckpoints: ConsumerCheckpoints = {
  load: () => Promise.resolve(null),
  save: () => Promise.resolve(true),
  isCurrent: () => Promise.resolve(true),
};
