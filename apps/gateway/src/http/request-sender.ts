import type { Actor } from '@kushk/contracts';
import { isQuery, ServiceUnavailable, type Broker } from '@kushk/broker';
import { Refused, RETRY_AFTER_SECONDS } from '@kushk/edge';
import type { SendRequest } from './route.js';

/**
 * A request to a service times out this long before the deadline of the HTTP request, so that the response is still
 * sent in time.
 */
const RESPONSE_MARGIN_MS = 500;
const MIN_TIMEOUT_MS = 1;

export interface RequestOrigin {
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string | null;
  /** Absolute deadline, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** Called with the size of each reply to a query. May refuse it (`ReplyBudget`). */
  readonly acceptReply?: (bytes: number) => void;
}

/** Returns a function that sends requests on behalf of one caller, within the deadline of the caller's HTTP request. */
export function requestSender(
  broker: Broker,
  { actor, requestId, traceparent, deadlineAtMs, acceptReply }: RequestOrigin,
): SendRequest {
  return async (type, request, options) => {
    const leftMs = Math.max(MIN_TIMEOUT_MS, deadlineAtMs - RESPONSE_MARGIN_MS - performance.now());
    const timeoutMs = Math.min(leftMs, options?.timeoutMs ?? leftMs);
    try {
      const outcome = await broker.request(type, request, {
        // What crosses the link between hub and instance does not name the caller.
        actor: options?.scope === undefined ? actor : { kind: 'system' },
        requestId,
        timeoutMs,
        scope: options?.scope,
        traceparent: traceparent ?? undefined,
        // The reply to a command is small, and its effect has happened.
        acceptReply: isQuery(type.subject) ? acceptReply : undefined,
      });
      if (outcome.accepted) return { reply: outcome.reply, replayed: outcome.replayed };
      throw Refused.byService(outcome.refusal);
    } catch (error) {
      throw error instanceof ServiceUnavailable ? unavailable(error) : error;
    }
  };
}

/**
 * A busy service has its own error code. All services that are down share one code, with the name of the service as a
 * parameter.
 */
function unavailable({ reason, service, code }: ServiceUnavailable): Refused {
  return reason === 'busy'
    ? Refused.byService({ code, params: { retry_after_seconds: RETRY_AFTER_SECONDS } })
    : Refused.unavailable(service);
}
