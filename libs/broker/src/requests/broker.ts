import { setTimeout as sleep } from 'node:timers/promises';
import { stringifyWithTexts, type Actor, type RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { inSpan, measure, SpanKind, traceparent, type Config, type RequestOutcome } from '@kushk/runtime';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { outcomeOf, type ReplyEnvelope } from './envelope.js';
import type { OutgoingRequest, RequestSender } from './messages/messages.js';
import { ServiceFailed, ServiceUnavailable } from './service-errors.js';
import { isQuery, scopeOf } from '../connection/subjects.js';
import { requestMessages } from '../implementations.js';

export interface RequestOptions {
  readonly actor: Actor;
  readonly requestId: string;
  /** Longest wait for the reply. The default of 8 s lets the gateway respond within its limit of 10 s. */
  readonly timeoutMs?: number;
  /** Scope (`hub` or an instance id) of the called service. Set it when the hub sends a request to an instance. */
  readonly scope?: string | undefined;
  /**
   * Called with the size of the reply before it is parsed. If it throws, the reply is dropped and the request rejects
   * with that error: use it for queries only.
   */
  readonly acceptReply?: ((bytes: number) => void) | undefined;
  /** W3C trace context of the caller. Set it in a process that creates no spans itself. */
  readonly traceparent?: string | undefined;
}

type RequestTarget = Pick<RequestType<unknown, unknown>, 'service' | 'subject'>;

const defaultTimeoutMs = 8_000;
/**
 * How long a query is sent again while no process of the service receives it. A restarting service is back within
 * this time.
 */
const retryQueryForMs = 200;
const retryQueryEveryMs = 20;
/**
 * How long a request is sent again while processes answer that only a newer version can serve it. Each time, NATS
 * chooses a process of the service by chance.
 */
const retryUnservedForMs = 1_000;
const retryUnservedPauseMs = { first: 5, longest: 50 };

/** Sends requests to services. Only the gateway uses it; services learn about each other from facts. */
export class Broker {
  private readonly sender: RequestSender;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly config: Pick<Config, 'scope'>,
    messages = requestMessages,
  ) {
    this.sender = messages.sender(connection, config.scope);
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
      throw new ServiceUnavailable(type.service, reply.kind === 'unserved' ? 'unavailable' : reply.kind);
    } catch (error) {
      if (error instanceof ServiceUnavailable && outcome === 'failed') outcome = 'unavailable';
      throw error;
    } finally {
      measure.requestSent(type.subject, outcome, performance.now() - startedAt);
    }
  }

  private async send(type: RequestTarget, request: unknown, options: RequestOptions): Promise<ReplyEnvelope> {
    const sentAt = performance.now();
    const expiresAtMs = sentAt + (options.timeoutMs ?? defaultTimeoutMs);
    const outgoing: OutgoingRequest = {
      service: type.service,
      subject: type.subject,
      scope: options.scope ?? scopeOf(type.service, this.config.scope),
      actor: options.actor,
      requestId: options.requestId,
      traceparent: traceparent(options.traceparent),
      body: typeof request === 'object' && request !== null ? stringifyWithTexts(request) : 'null',
      expiresAtMs,
    };
    let unservedUntil: number | undefined;
    let pauseMs = retryUnservedPauseMs.first;
    for (;;) {
      const reply = this.connection.up ? await this.sender.send(outgoing) : 'disconnected';
      if (typeof reply === 'object') {
        options.acceptReply?.(reply.bytes);
        const envelope = reply.json();
        if (envelope.kind !== 'unserved') return envelope;
        unservedUntil ??= Math.min(performance.now() + retryUnservedForMs, expiresAtMs);
        if (performance.now() >= unservedUntil) return envelope;
        await sleep(pauseMs);
        pauseMs = Math.min(pauseMs * 2, retryUnservedPauseMs.longest);
        continue;
      }
      const retryMs = Math.min(sentAt + retryQueryForMs, expiresAtMs) - performance.now();
      // With a `scope`, the request goes to a service of a linked instance. That service does not restart together
      // with this process, so the request is not retried.
      const isRetryable = reply !== 'timeout' && isQuery(type.subject) && options.scope === undefined;
      if (!isRetryable || retryMs <= retryQueryEveryMs) throw new ServiceUnavailable(type.service, reply);
      await sleep(retryQueryEveryMs);
    }
  }
}
