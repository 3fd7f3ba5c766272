import type { Actor, RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { inSpan, measure, SpanKind, traceparent, type Config, type RequestOutcome } from '@kushk/runtime';
import type { ReplyEnvelope, RequestEnvelope } from './envelope.js';
import { ServiceFailed, ServiceUnavailable } from './service-errors.js';
import { Inbox } from './inbox.js';
import type { BrokerConnection } from './broker-connection.js';
import { isQuery, requestSubject, scopeOf } from './subjects.js';

export interface RequestOptions {
  readonly actor: Actor;
  readonly requestId: string;
  /** How long to wait for the answer at most; 8 s by default, so that the edge keeps its 10 s (contract §3). */
  readonly timeoutMs?: number;
  /** The instance to ask, where it is not this one's own scope: the hub asking each instance. */
  readonly scope?: string;
  /** W3C trace context from outside, for a process that makes no spans of its own. */
  readonly traceparent?: string;
}

type RequestTarget = Pick<RequestType<unknown, unknown>, 'service' | 'subject'>;

const defaultTimeoutMs = 8_000;
/** A service that restarts is away for a moment: a question is asked again within this time. */
const restartPatienceMs = 200;
const askAgainAfterMs = 20;

/** Asks services. Only the gateway does that; services learn from facts. */
export class Broker {
  private readonly inbox: Inbox;

  constructor(
    link: BrokerConnection,
    private readonly config: Pick<Config, 'scope'>,
  ) {
    this.inbox = new Inbox(link);
  }

  /**
   * Asks the owner of `type` and resolves with its outcome, yes or no. Throws `ServiceUnavailable` when nobody
   * answers in time, the service is busy or a part of it is away, and `ServiceFailed` when it met a defect. A
   * command that got no answer may have been carried out: repeat it only under an idempotency key.
   */
  async request<Request, Reply>(
    type: RequestType<Request, Reply>,
    request: Request,
    options: RequestOptions,
  ): Promise<Outcome<Reply>> {
    const startedAt = performance.now();
    let outcome: RequestOutcome = 'failed';
    try {
      const reply = await inSpan(`ask ${type.subject}`, { kind: SpanKind.CLIENT }, () =>
        this.exchange(type, request, options),
      );
      outcome =
        reply.kind === 'outcome'
          ? reply.outcome.accepted
            ? 'accepted'
            : 'refused'
          : reply.kind === 'failure'
            ? 'failed'
            : reply.kind;
      if (reply.kind === 'outcome') return reply.outcome as Outcome<Reply>;
      throw reply.kind === 'failure'
        ? new ServiceFailed(type.service)
        : new ServiceUnavailable(type.service, reply.kind);
    } catch (error) {
      if (error instanceof ServiceUnavailable && outcome === 'failed') outcome = 'unavailable';
      throw error;
    } finally {
      measure.requestAsked(type.subject, outcome, performance.now() - startedAt);
    }
  }

  private async exchange(type: RequestTarget, request: unknown, options: RequestOptions): Promise<ReplyEnvelope> {
    const subject = requestSubject(type, options.scope ?? scopeOf(type.service, this.config.scope));
    const askedAt = Date.now();
    const deadline = askedAt + (options.timeoutMs ?? defaultTimeoutMs);
    const body = JSON.stringify(envelope(request, options, deadline));
    for (;;) {
      const reply = await this.inbox.request(subject, body, Math.max(1, deadline - Date.now()));
      if (typeof reply === 'object') return reply.json<ReplyEnvelope>();
      const patience = Math.min(askedAt + restartPatienceMs, deadline) - Date.now();
      // An instance that is linked is there or is away; it is not one of ours that restarts.
      if (reply === 'timeout' || !isQuery(type.subject) || options.scope !== undefined || patience <= askAgainAfterMs)
        throw new ServiceUnavailable(type.service, reply);
      await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
    }
  }
}

function envelope(request: unknown, options: RequestOptions, deadline: number): RequestEnvelope {
  const trace = traceparent(options.traceparent);
  return {
    request,
    actor: options.actor,
    request_id: options.requestId,
    deadline,
    ...(trace !== undefined && { traceparent: trace }),
  };
}
