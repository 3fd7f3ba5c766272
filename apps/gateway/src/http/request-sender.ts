import type { Actor } from '@kushk/contracts';
import { ServiceUnavailable, type Broker } from '@kushk/broker';
import { Refused, RETRY_AFTER_SECONDS } from '@kushk/edge';
import type { SendRequest } from './route.js';

/**
 * Requests to services end this long before the deadline of the HTTP request, so that its response is still in time.
 */
const RESPONSE_MARGIN_MS = 500;
const MIN_TIMEOUT_MS = 1;

export interface RequestOrigin {
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string | null;
  /** By `performance.now()`. */
  readonly deadlineAtMs: number;
}

/** Sends requests on behalf of one caller, within the deadline of its HTTP request. */
export function requestSender(
  broker: Broker,
  { actor, requestId, traceparent, deadlineAtMs }: RequestOrigin,
): SendRequest {
  return async (type, request, options) => {
    const leftMs = Math.max(MIN_TIMEOUT_MS, deadlineAtMs - RESPONSE_MARGIN_MS - performance.now());
    const timeoutMs = Math.min(leftMs, options?.timeoutMs ?? leftMs);
    const outcome = await broker
      .request(type, request, {
        actor,
        requestId,
        timeoutMs,
        ...(options?.scope !== undefined && { scope: options.scope }),
        ...(traceparent !== null && { traceparent }),
      })
      .catch((error: unknown) => {
        throw error instanceof ServiceUnavailable ? unavailable(error) : error;
      });
    if (!outcome.accepted) throw Refused.byService(outcome.refusal);
    return { reply: outcome.reply, replayed: outcome.replayed };
  };
}

/** A busy service has a code of its own; a service that is down is one code for all, with the name of the service. */
function unavailable({ reason, service, code }: ServiceUnavailable): Refused {
  return reason === 'busy'
    ? Refused.byService({ code, params: { retry_after_seconds: RETRY_AFTER_SECONDS } })
    : Refused.unavailable(service);
}
