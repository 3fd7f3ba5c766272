import { inSpan, log, measure, SpanKind, traceparent, withLogFields } from '@kushk/runtime';
import { refuse, type Outcome } from '@kushk/decider';
import { errorClassOf } from '@kushk/event-store/error-class';
import type { Msg, Subscription } from '@nats-io/nats-core';
import type { BrokerConnection } from './broker-connection.js';
import type { RequestContext } from './context.js';
import { outcomeOf, parseRequest, type ReplyEnvelope, type RequestEnvelope } from './envelope.js';
import { errorReplyKind } from './service-errors.js';
import { isQuery } from './subjects.js';
import { TransitEstimator } from './transit-estimator.js';

/**
 * A request that PostgreSQL cancelled alone, because it took too long, fails again under the same load. Callers wait
 * longer than after `busy`.
 */
const timeoutRetryAfterSeconds = 10;

/** A handler of requests, as wrapped by Nest. */
export type RequestHandler = (request: unknown, context: RequestContext) => Promise<unknown>;

interface ReceivedRequest {
  readonly envelope: RequestEnvelope;
  /** Size of the message. */
  readonly bytes: number;
  /** Time until the caller stops waiting for the reply. */
  readonly remainingMs: number;
}

/**
 * Replies to the requests of a service. All processes of the service share a queue group, so each request goes to one
 * process.
 */
export class Responder {
  private readonly subscriptions: Subscription[] = [];
  private inFlight = 0;
  private idleListeners: (() => void)[] = [];
  private readonly transits = new TransitEstimator();

  constructor(
    private readonly connection: BrokerConnection,
    private readonly owner: { readonly scope: string; readonly service: string },
    private readonly maxInFlight: number,
  ) {}

  /** Handles requests for `subject` (without scope): calls `handler` and replies with its outcome. */
  serve(subject: string, handler: RequestHandler): void {
    const subscription = this.connection.nats.subscribe(`${this.owner.scope}.${subject}`, {
      queue: this.owner.service,
      callback: (_error, message) => this.receive(subject, handler, message),
    });
    this.subscriptions.push(subscription);
  }

  /** Accepts no new requests; resolves when a reply was sent to every request in flight. */
  async stop(): Promise<void> {
    // After a drain the server delivers no further requests, but requests that were already delivered are still
    // processed.
    await Promise.all(this.subscriptions.map((one) => one.drain().catch(() => undefined)));
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  private receive(subject: string, handler: RequestHandler, message: Msg): void {
    if (this.inFlight >= this.maxInFlight) {
      measure.requestHandled(subject, 'busy', 0);
      this.reply(message, { kind: 'busy' }, subject);
      return;
    }
    this.inFlight++;
    void this.handle(subject, handler, message).finally(() => {
      this.inFlight--;
      if (this.inFlight === 0) for (const resolve of this.idleListeners.splice(0)) resolve();
    });
  }

  private async handle(subject: string, handler: RequestHandler, message: Msg): Promise<void> {
    const startedAt = performance.now();
    if (wasStored(message)) {
      log.error({ request: subject }, 'request dropped, JetStream published it and no gateway');
      return;
    }
    let envelope: RequestEnvelope;
    try {
      envelope = parseRequest(message.string());
    } catch (error) {
      log.error({ request: subject, err: error }, 'request malformed');
      this.reply(message, { kind: 'failure' }, subject);
      return;
    }
    await withLogFields({ request_id: envelope.request_id }, async () => {
      const { remaining_ms, sent } = envelope;
      const remainingMs = remaining_ms - this.transits.delayMs(sent.by, sent.at_ms, startedAt);
      if (remainingMs <= 0) {
        measure.requestHandled(subject, 'expired', 0);
        log.warn({ request: subject }, 'request expired');
        return;
      }
      const received = { envelope, bytes: message.data.length, remainingMs };
      const reply = this.reply(message, await this.run(subject, handler, received), subject);
      const durationMs = performance.now() - startedAt;
      const outcome = outcomeOf(reply);
      measure.requestHandled(subject, outcome, durationMs);
      const fields = { request: subject, outcome, code: refusalCodeOf(reply), duration_ms: durationMs };
      log[isQuery(subject) ? 'debug' : 'info'](fields, 'request handled');
    });
  }

  private async run(subject: string, handler: RequestHandler, received: ReceivedRequest): Promise<ReplyEnvelope> {
    const { request, traceparent: parent } = received.envelope;
    const span = { kind: SpanKind.SERVER, parent };
    try {
      const outcome = await inSpan(`respond ${subject}`, span, () => handler(request, contextOf(received)));
      if (isOutcome(outcome)) return { kind: 'outcome', outcome };
      throw new TypeError(`the handler of ${subject} must return an Outcome`);
    } catch (error) {
      if (errorClassOf(error) === 'timeout') {
        log.warn({ request: subject, err: error }, 'request takes too long');
        return {
          kind: 'outcome',
          outcome: refuse('service.timeout', { retry_after_seconds: timeoutRetryAfterSeconds }),
        };
      }
      const kind = errorReplyKind(error);
      if (kind === 'failure') log.error({ request: subject, err: error }, 'request failed');
      else log.warn({ request: subject, outcome: kind, err: error }, 'request not handled');
      return { kind };
    }
  }

  /**
   * Sends a reply and returns the reply that was sent. When NATS cannot transport the reply, a `failure` is sent
   * instead, so that the caller does not wait for its timeout.
   */
  private reply(message: Msg, reply: ReplyEnvelope, subject: string): ReplyEnvelope {
    let bytes: number | undefined;
    try {
      const payload = Buffer.from(JSON.stringify(reply));
      bytes = payload.length;
      if (message.reply) this.connection.send(message.reply, payload);
      return reply;
    } catch (error) {
      const maxBytes = this.connection.nats.info?.max_payload;
      log.error({ request: subject, bytes, max_bytes: maxBytes, err: error }, 'reply could not be sent');
      return reply.kind === 'outcome' ? this.reply(message, { kind: 'failure' }, subject) : reply;
    }
  }
}

/**
 * Whether JetStream published the message, and not a gateway. Only gateways may publish to these subjects, but any
 * service can configure its own stream or consumer to publish its stored messages anywhere. Such a message names its
 * stream in a header or has an acknowledgement subject; a request of a gateway has neither.
 */
function wasStored(message: Msg): boolean {
  return message.headers?.has('Nats-Stream') === true || (message.reply ?? '').startsWith('$JS.');
}

/** Call it in the span of the request, because the context names this span as the parent of what the request causes. */
function contextOf({ envelope, bytes, remainingMs }: ReceivedRequest): RequestContext {
  const trace = traceparent(envelope.traceparent);
  return {
    actor: envelope.actor,
    requestId: envelope.request_id,
    deadline: new Date(Date.now() + remainingMs),
    requestBytes: bytes,
    ...(trace !== undefined && { traceparent: trace }),
  };
}

function isOutcome(value: unknown): value is Outcome<unknown> {
  return typeof value === 'object' && value !== null && 'accepted' in value;
}

function refusalCodeOf(reply: ReplyEnvelope): string | undefined {
  return reply.kind === 'outcome' && !reply.outcome.accepted ? reply.outcome.refusal.code : undefined;
}
