import { inSpan, log, measure, SpanKind, traceIdOf, traceparent, withLogFields } from '@kushk/runtime';
import { refuse, type Outcome } from '@kushk/decider';
import { errorClassOf } from '@kushk/event-store/error-class';
import type { BrokerConnection } from '../connection/broker-connection.js';
import type { RequestContext } from '../transport/context.js';
import { outcomeOf, type ReplyEnvelope, type RequestEnvelope } from './envelope.js';
import type { IncomingRequest, RequestMessages, RequestReceiver, ServiceAddress } from './messages/messages.js';
import { requestMessages } from '../implementations.js';
import { errorReplyKind } from './service-errors.js';
import { isQuery } from '../connection/subjects.js';

/**
 * A request that PostgreSQL cancelled alone, because it took too long, fails again under the same load. Callers wait
 * longer than after `busy`.
 */
const timeoutRetryAfterSeconds = 10;

/** A handler of requests, as wrapped by Nest. */
export type RequestHandler = (request: unknown, context: RequestContext) => Promise<unknown>;

interface ReceivedRequest {
  readonly envelope: RequestEnvelope;
  readonly bytes: number;
}

/** Replies to the requests of a service. */
export class Responder {
  private readonly receiver: RequestReceiver;
  private inFlight = 0;
  private idleListeners: (() => void)[] = [];

  constructor(
    private readonly connection: BrokerConnection,
    owner: ServiceAddress,
    private readonly options: { readonly maxInFlight: number; readonly messages?: RequestMessages | undefined },
  ) {
    this.receiver = (options.messages ?? requestMessages).receiver(connection, owner);
  }

  /** Handles the requests for these subjects (without scope): calls their handler and replies with its outcome. */
  serve(handlers: ReadonlyMap<string, RequestHandler>): void {
    if (handlers.size === 0) return;
    this.receiver.receive([...handlers.keys()], (incoming) => this.receive(handlers.get(incoming.subject)!, incoming));
  }

  /** Accepts no new requests; resolves when a reply was sent to every request in flight. */
  async stop(): Promise<void> {
    await this.receiver.stop();
    if (this.inFlight > 0) await new Promise<void>((resolve) => this.idleListeners.push(resolve));
  }

  private receive(handler: RequestHandler, incoming: IncomingRequest): void {
    if (this.inFlight >= this.options.maxInFlight) {
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

  private async handle(handler: RequestHandler, incoming: IncomingRequest): Promise<void> {
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
    const { request_id, traceparent: parent } = envelope;
    await withLogFields({ request_id, trace_id: traceIdOf(parent) }, async () => {
      const reply = this.reply(incoming, await this.run(subject, handler, { envelope, bytes }));
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
  private reply(incoming: IncomingRequest, reply: ReplyEnvelope): ReplyEnvelope {
    let text: string | undefined;
    try {
      text = JSON.stringify(reply);
      incoming.reply(text);
      return reply;
    } catch (error) {
      const bytes = text === undefined ? undefined : Buffer.byteLength(text);
      const maxBytes = this.connection.nats.info?.max_payload;
      log.error({ request: incoming.subject, bytes, max_bytes: maxBytes, err: error }, 'reply could not be sent');
      return reply.kind === 'outcome' ? this.reply(incoming, { kind: 'failure' }) : reply;
    }
  }
}

/** Call it in the span of the request, because the context names this span as the parent of what the request causes. */
function contextOf({ envelope, bytes }: ReceivedRequest): RequestContext {
  const trace = traceparent(envelope.traceparent);
  return {
    actor: envelope.actor,
    requestId: envelope.request_id,
    deadline: new Date(Date.now() + envelope.remaining_ms),
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
