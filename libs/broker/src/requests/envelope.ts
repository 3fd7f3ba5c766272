/** The JSON documents that carry a request and its reply over NATS. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import type { RequestOutcome } from '@kushk/runtime';

export interface RequestEnvelope {
  readonly request: unknown;
  readonly actor: Actor;
  readonly request_id: string;
  /**
   * How many milliseconds the caller still waited when it sent the request. It is a duration, because the clocks of two
   * hosts may differ.
   */
  readonly remaining_ms: number;
  readonly traceparent?: string;
}

/**
 * `busy`: the service did not accept the request. `unavailable`: a dependency is down; a command may or may not have
 * been executed. `failure`: an unexpected error, whose details are only in the service's log. `unserved`: this process
 * did nothing, because only a newer version of the service can: it has a handler for the request, or knows a fact.
 */
export type ReplyEnvelope =
  | { readonly kind: 'outcome'; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failure' }
  | { readonly kind: 'unserved' };

/** The text of the reply `unserved`. */
export const unservedReply = '{"kind":"unserved"}';

/** Throws `SyntaxError` or `TypeError` when the text is not a request envelope. */
export function parseRequest(text: string): RequestEnvelope {
  const parsed = JSON.parse(text) as Partial<RequestEnvelope> | null;
  if (
    typeof parsed?.remaining_ms !== 'number' ||
    typeof parsed.request_id !== 'string' ||
    typeof parsed.actor !== 'object'
  )
    throw new TypeError('a request must carry its actor, id and remaining time');
  return parsed as RequestEnvelope;
}

/** Name of a reply's outcome in metrics and logs. */
export function outcomeOf(reply: ReplyEnvelope): RequestOutcome {
  if (reply.kind === 'outcome') return reply.outcome.accepted ? 'accepted' : 'refused';
  if (reply.kind === 'unserved') return 'unavailable';
  return reply.kind === 'failure' ? 'failed' : reply.kind;
}
