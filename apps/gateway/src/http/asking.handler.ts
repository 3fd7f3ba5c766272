import type { Actor } from '@kushk/contracts';
import { ServiceUnavailable, type Broker } from '@kushk/broker';
import { Refused, RETRY_AFTER_SECONDS } from '@kushk/edge';
import type { Ask } from './route.js';

/** What is left of a request's deadline when the last question must have been answered, so that the answer gets out in time. */
const MARGIN_MS = 500;
const SHORTEST_QUESTION_MS = 1;

export interface AskingFor {
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string | null;
  /** By `performance.now()`. */
  readonly deadlineAtMs: number;
}

/** An `Ask` in the name of one caller, that ends before the deadline of the request does. */
export function askingFor(broker: Broker, { actor, requestId, traceparent, deadlineAtMs }: AskingFor): Ask {
  return async (type, request, options) => {
    const leftMs = Math.max(SHORTEST_QUESTION_MS, deadlineAtMs - MARGIN_MS - performance.now());
    const timeoutMs = Math.min(leftMs, options?.timeoutMs ?? leftMs);
    const outcome = await broker
      .ask(type, request, {
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

/** `<service>.busy` says that time cures it; what is down is one code for all parts, with the part's name. */
function unavailable({ reason, service, code }: ServiceUnavailable): Refused {
  return reason === 'busy'
    ? Refused.byService({ code, params: { retry_after_seconds: RETRY_AFTER_SECONDS } })
    : Refused.unavailable(service);
}
