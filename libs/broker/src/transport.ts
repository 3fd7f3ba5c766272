import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { failureOf } from './failures.js';
import { log, type Config } from '@kushk/runtime';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { isObservable, lastValueFrom } from 'rxjs';
import { FactHandling, type FactHandler } from './fact-handling.js';
import { defaultLimits, type BrokerLimits } from './limits.js';
import type { Link } from './link.js';
import { parkedMessages, unpark, type ParkedFact, type Parking } from './parking.js';
import { Reaction } from './reaction.js';
import { Responder, type RequestHandler } from './responder.js';
import { consumerName, factFilter, factStreamName, scopeOf, serviceOf } from './subjects.js';

export interface ReplayReport {
  readonly replayed: number;
  readonly failed: readonly ParkedFact[];
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
  private readonly facts: { readonly type: string; readonly reaction: string; readonly handler: FactHandler }[] = [];
  private readonly handlings = new Map<string, FactHandling>();
  private readonly responder: Responder;
  private readonly jetstream: JetStreamClient;
  private reactions: Reaction[] = [];

  constructor(
    private readonly link: Link,
    private readonly config: Pick<Config, 'scope' | 'service' | 'streamReplicas'>,
    private readonly limits: BrokerLimits = defaultLimits,
  ) {
    super();
    this.responder = new Responder(link, config, limits.requestsInFlight);
    this.jetstream = jetstream(link.connection);
    link.onUp(() => this.reactions.forEach((one) => one.resume()));
  }

  /** Nest registers a handler. Its own registry chains all handlers of an event; ours keeps each reaction apart. */
  override addHandler(pattern: string, callback: MessageHandler, isEventHandler = false, extras: Record<string, unknown> = {}): void {
    const handler = (payload: unknown, context: unknown) => settle(callback(payload, context));
    if (!isEventHandler) {
      if (this.requests.has(pattern)) throw new Error(`two handlers answer ${pattern}`);
      this.requests.set(pattern, handler);
      return;
    }
    const { reaction } = extras;
    if (typeof reaction !== 'string' || !/^[a-z][a-z0-9-]*$/.test(reaction)) throw new Error(`the handler of ${pattern} needs a reaction name such as on-release-submitted`);
    if (this.facts.some((one) => one.type === pattern && one.reaction === reaction)) throw new Error(`two handlers of ${reaction} listen to ${pattern}`);
    this.facts.push({ type: pattern, reaction, handler });
  }

  override listen(callback: (error?: unknown) => void): void {
    this.begin().then(() => callback(), callback);
  }

  /** Takes nothing new and resolves when what was in flight has ended. The connection stays: others still need it. */
  override async close(): Promise<void> {
    await Promise.all([this.responder.stop(), ...this.reactions.map((one) => one.stop())]);
    this.reactions = [];
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
        const handling = this.handlings.get(`${serviceOf(fact.subject.slice(fact.subject.indexOf('.') + 1))} ${fact.reaction}`);
        if (handling === undefined) throw new Error(`no reaction ${fact.reaction}`);
        await handling.replay(message);
        await unpark(parking, fact);
        replayed++;
      } catch (error) {
        log.warn({ reaction: fact.reaction, eventId: fact.eventId, failure: failureOf(error), error }, 'parked fact failed again');
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

  private async begin(): Promise<void> {
    for (const [subject, handler] of this.requests) this.responder.answer(subject, handler);
    const parking = await this.parking();
    for (const { publisher, reaction, handlers } of this.grouped()) {
      const streamScope = scopeOf(publisher, this.config.scope);
      const source = {
        stream: factStreamName(streamScope, publisher),
        durable: consumerName({ service: this.config.service, scope: this.config.scope, reaction, streamScope }),
        filters: [...handlers.keys()].map((type) => factFilter(streamScope, type)),
      };
      const handling = new FactHandling(reaction, handlers, parking, this.limits.retryAfterMs);
      this.handlings.set(`${publisher} ${reaction}`, handling);
      this.reactions.push(new Reaction(source, this.jetstream, parking.manager, this.limits, handling));
    }
    for (const reaction of this.reactions) reaction.start();
    // Whoever asks right after the start must find a responder: the server has to know the subscriptions first.
    await this.link.connection.flush();
  }

  /** Handlers that share publisher and reaction share a consumer, and with it one order per stream. */
  private grouped() {
    const groups = new Map<string, { publisher: ReturnType<typeof serviceOf>; reaction: string; handlers: Map<string, FactHandler> }>();
    for (const { type, reaction, handler } of this.facts) {
      const publisher = serviceOf(type);
      const key = `${publisher} ${reaction}`;
      const group = groups.get(key) ?? { publisher, reaction, handlers: new Map<string, FactHandler>() };
      group.handlers.set(type, handler);
      groups.set(key, group);
    }
    return groups.values();
  }

  private async parking(): Promise<Parking & { manager: JetStreamManager }> {
    const manager = await jetstreamManager(this.link.connection, { checkAPI: false });
    return { jetstream: this.jetstream, manager, scope: this.config.scope, service: this.config.service, replicas: this.config.streamReplicas };
  }
}

/** Nest answers with a promise, or with an observable when an exception filter has spoken. */
async function settle(result: Promise<unknown> | unknown): Promise<unknown> {
  const value = await result;
  return isObservable(value) ? lastValueFrom(value) : value;
}
