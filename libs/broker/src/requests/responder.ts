import { inSpan, log, measure, SpanKind, traceparent, withLogFields } from '@kushk/runtime';
import type { ServiceName } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { errorClassOf } from '@kushk/event-store/error-class';
import type { Msg, Subscription } from '@nats-io/nats-core';
import type { BrokerConnection } from '../connection/broker-connection.js';
import type { RequestContext } from '../transport/context.js';
import { AnswerBatches } from './messages/answer-batches.js';
import { batchSubject, parseBatch, type BatchHeader, type RequestLine } from './messages/batch-format.js';
import { outcomeOf, parseRequest, unservedReply, type ReplyEnvelope, type RequestEnvelope } from './envelope.js';
import { errorReplyKind } from './service-errors.js';
import { isQuery } from '../connection/subjects.js';
import { TransitEstimator } from './transit-estimator.js';

/**
 * A request that PostgreSQL cancelled alone, because it took too long, fails again under the same load. Callers wait
 * longer than after `busy`.
 */
const timeoutRetryAfterSeconds = 10;

/** A handler of requests, as wrapped by Nest. */
export type RequestHandler = (request: unknown, context: RequestContext) => Promise<unknown>;

/** A request that is not parsed yet, alone in a message or one of a batch. */
interface Incoming {
  readonly subject: string;
  /** Size of the request in UTF-8. */
  readonly bytes: number;
  /** Throws when the request is malformed. */
  readonly parse: () => RequestEnvelope;
  /** Sends the text of a reply. Throws `RangeError` when it is too large for NATS. */
  readonly answer: (text: string) => void;
}

interface ReceivedRequest {
  readonly envelope: RequestEnvelope;
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
  private readonly answers: AnswerBatches;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly owner: { readonly scope: string; readonly service: ServiceName },
    private readonly maxInFlight: number,
  ) {
    this.answers = new AnswerBatches(connection, owner);
  }

  /**
   * Handles the requests for these subjects (without scope): calls their handler and replies with its outcome. Requests
   * arrive alone, on their own subject, or in batches, on the subject of the service.
   */
  serve(handlers: ReadonlyMap<string, RequestHandler>): void {
    if (handlers.size === 0) return;
    const { connection } = this;
    for (const [subject, handler] of handlers)
      this.subscribe(subject, (message) => this.receive(handler, aloneIn(message, { subject, connection })));
    this.subscribe(batchSubject(this.owner.service), (message) => this.receiveBatch(handlers, message));
  }

  /** Accepts no new requests; resolves when a reply was sent to every request in flight. */
  async stop(): Promise<void> {
    // After a drain the server delivers no further requests, but requests that were already delivered are still
    // processed.
    await Promise.all(this.subscriptions.map((one) => one.drain().catch(() => undefined)));
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  private subscribe(subject: string, receive: (message: Msg) => void): void {
    const subscription = this.connection.nats.subscribe(`${this.owner.scope}.${subject}`, {
      queue: this.owner.service,
      callback: (error, message) => {
        if (error) log.warn({ request: subject, err: error }, 'requests are not received');
        else if (wasStored(message))
          log.error({ request: subject }, 'request dropped, JetStream published it and no gateway');
        else receive(message);
      },
    });
    this.subscriptions.push(subscription);
  }

  private receiveBatch(handlers: ReadonlyMap<string, RequestHandler>, message: Msg): void {
    let batch: ReturnType<typeof parseBatch>;
    try {
      batch = parseBatch(message.data);
    } catch (error) {
      log.error({ request: batchSubject(this.owner.service), err: error }, 'request malformed');
      return;
    }
    for (const line of batch.requests) {
      const handler = handlers.get(line.subject);
      // The caller then sends the request alone, and a version of this service that has a handler receives it.
      if (handler === undefined) this.answers.add(batch.header.answer_to, line.token, unservedReply);
      else this.receive(handler, partOf(batch.header, line, this.answers));
    }
  }

  private receive(handler: RequestHandler, incoming: Incoming): void {
    if (this.inFlight >= this.maxInFlight) {
      measure.requestHandled(incoming.subject, 'busy', 0);
      this.reply(incoming, { kind: 'busy' });
      return;
    }
    this.inFlight++;
    void this.handle(handler, incoming).finally(() => {
      this.inFlight--;
      if (this.inFlight === 0) for (const resolve of this.idleListeners.splice(0)) resolve();
    });
  }

  private async handle(handler: RequestHandler, incoming: Incoming): Promise<void> {
    const startedAt = performance.now();
    const { subject, bytes } = incoming;
    let envelope: RequestEnvelope;
    try {
      envelope = incoming.parse();
    } catch (error) {
      log.error({ request: subject, err: error }, 'request malformed');
      this.reply(incoming, { kind: 'failure' });
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
      const reply = this.reply(incoming, await this.run(subject, handler, { envelope, bytes, remainingMs }));
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
  private reply(incoming: Incoming, reply: ReplyEnvelope): ReplyEnvelope {
    let text: string | undefined;
    try {
      text = JSON.stringify(reply);
      incoming.answer(text);
      return reply;
    } catch (error) {
      const bytes = text === undefined ? undefined : Buffer.byteLength(text);
      const maxBytes = this.connection.nats.info?.max_payload;
      log.error({ request: incoming.subject, bytes, max_bytes: maxBytes, err: error }, 'reply could not be sent');
      return reply.kind === 'outcome' ? this.reply(incoming, { kind: 'failure' }) : reply;
    }
  }
}

function aloneIn(
  message: Msg,
  { subject, connection }: { readonly subject: string; readonly connection: Pick<BrokerConnection, 'send'> },
): Incoming {
  return {
    subject,
    bytes: message.data.length,
    parse: () => parseRequest(message.string()),
    answer: (text) => {
      if (message.reply) connection.send(message.reply, Buffer.from(text));
    },
  };
}

function partOf({ answer_to, sent }: BatchHeader, line: RequestLine, answers: AnswerBatches): Incoming {
  const { token, subject, bytes, text } = line;
  return {
    subject,
    bytes,
    parse: () => parseRequest(text, sent),
    answer: (reply) => answers.add(answer_to, token, reply),
  };
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
