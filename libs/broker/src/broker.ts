import { stringifyWithTexts, type Actor, type RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { inSpan, measure, SpanKind, traceparent, type Config, type RequestOutcome } from '@kushk/runtime';
import type { BrokerConnection } from './broker-connection.js';
import { outcomeOf, type ReplyEnvelope, type RequestEnvelope } from './envelope.js';
import { Inbox } from './inbox.js';
import { ServiceFailed, ServiceUnavailable } from './service-errors.js';
import { isQuery, requestSubject, scopeOf } from './subjects.js';

export interface RequestOptions {
  readonly actor: Actor;
  readonly requestId: string;
  /** Longest wait for the reply. The default of 8 s lets the gateway respond within its limit of 10 s. */
  readonly timeoutMs?: number;
  /** Scope (`hub` or an instance id) of the called service. Set it when the hub sends a request to an instance. */
  readonly scope?: string;
  /**
   * Called with the size of the reply before it is parsed. If it throws, the reply is dropped and the request rejects
   * with that error: use it for queries only.
   */
  readonly acceptReply?: (bytes: number) => void;
  /** W3C trace context of the caller. Set it in a process that creates no spans itself. */
  readonly traceparent?: string;
}

type RequestTarget = Pick<RequestType<unknown, unknown>, 'service' | 'subject'>;

const defaultTimeoutMs = 8_000;
/**
 * How long a query is sent again while no process of the service receives it. A restarting service is back within
 * this time.
 */
const retryQueryForMs = 200;
const retryQueryEveryMs = 20;

/** Sends requests to services. Only the gateway uses it; services learn about each other from facts. */
export class Broker {
  private readonly inbox: Inbox;

  constructor(
    connection: BrokerConnection,
    private readonly config: Pick<Config, 'scope'>,
  ) {
    this.inbox = new Inbox(connection);
  }

  /**
   * Sends `request` to the service that owns `type` and resolves with the outcome, accepted or refused. Throws
   * `ServiceUnavailable` when no reply arrives in time, the service is busy or one of its dependencies is down.
   * Throws `ServiceFailed` when the service fails unexpectedly. A command without a reply may have been executed:
   * repeat it only with an idempotency key.
   */
  async request<Request, Reply>(
    type: RequestType<Request, Reply>,
    request: Request,
    options: RequestOptions,
  ): Promise<Outcome<Reply>> {
    const startedAt = performance.now();
    let outcome: RequestOutcome = 'failed';
    try {
      const reply = await inSpan(`request ${type.subject}`, { kind: SpanKind.CLIENT }, () =>
        this.send(type, request, options),
      );
      outcome = outcomeOf(reply);
      if (reply.kind === 'outcome') return reply.outcome as Outcome<Reply>;
      if (reply.kind === 'failure') throw new ServiceFailed(type.service);
      throw new ServiceUnavailable(type.service, reply.kind);
    } catch (error) {
      if (error instanceof ServiceUnavailable && outcome === 'failed') outcome = 'unavailable';
      throw error;
    } finally {
      measure.requestSent(type.subject, outcome, performance.now() - startedAt);
    }
  }

  private async send(type: RequestTarget, request: unknown, options: RequestOptions): Promise<ReplyEnvelope> {
    const subject = requestSubject(type, options.scope ?? scopeOf(type.service, this.config.scope));
    const sentAt = performance.now();
    const deadline = sentAt + (options.timeoutMs ?? defaultTimeoutMs);
    for (;;) {
      const remainingMs = Math.max(1, deadline - performance.now());
      const body = this.textOf(request, options, remainingMs);
      const reply = await this.inbox.request(subject, body, remainingMs);
      if (typeof reply === 'object') {
        options.acceptReply?.(reply.data.length);
        return reply.json<ReplyEnvelope>();
      }
      const retryMs = Math.min(sentAt + retryQueryForMs, deadline) - performance.now();
      // With a `scope`, the request goes to a service of a linked instance. That service does not restart together
      // with this process, so the request is not retried.
      const isRetryable = reply !== 'timeout' && isQuery(type.subject) && options.scope === undefined;
      if (!isRetryable || retryMs <= retryQueryEveryMs) throw new ServiceUnavailable(type.service, reply);
      await new Promise((resolve) => setTimeout(resolve, retryQueryEveryMs));
    }
  }

  /** The request comes last, so that the text of a large body is copied and not made again. */
  private textOf(request: unknown, options: RequestOptions, remainingMs: number): string {
    const envelope = JSON.stringify(this.envelopeOf(options, remainingMs));
    const body = typeof request === 'object' && request !== null ? stringifyWithTexts(request) : 'null';
    return `${envelope.slice(0, -1)},"request":${body}}`;
  }

  private envelopeOf(options: RequestOptions, remainingMs: number): Omit<RequestEnvelope, 'request'> {
    const trace = traceparent(options.traceparent);
    return {
      actor: options.actor,
      request_id: options.requestId,
      remaining_ms: remainingMs,
      sent: { by: this.inbox.prefix, at_ms: performance.now() },
      ...(trace !== undefined && { traceparent: trace }),
    };
  }
}
