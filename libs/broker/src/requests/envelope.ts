/** The JSON documents that carry a request and its reply over NATS. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import type { RequestOutcome } from '@kushk/runtime';

/**
 * The sending process and its monotonic clock in milliseconds, from which the service estimates how long the request
 * was on its way (`TransitEstimator`).
 */
export interface SentBy {
  readonly by: string;
  readonly at_ms: number;
}

export interface RequestEnvelope {
  readonly request: unknown;
  readonly actor: Actor;
  readonly request_id: string;
  /**
   * How many milliseconds the caller still waited when it sent the request. A service drops a request after that,
   * because the caller no longer waits. It is a duration, because the clocks of two hosts may differ.
   */
  readonly remaining_ms: number;
  readonly sent: SentBy;
  readonly traceparent?: string;
}

/**
 * `busy`: the service did not accept the request. `unavailable`: a dependency is down; a command may or may not have
 * been executed. `failure`: an unexpected error, whose details are only in the service's log. `unserved`, only to a
 * request of a batch: this version of the service has no handler for it and did nothing.
 */
export type ReplyEnvelope =
  | { readonly kind: 'outcome'; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failure' };

/** The text of the reply `unserved`. */
export const unservedReply = '{"kind":"unserved"}';

/**
 * Throws `SyntaxError` or `TypeError` when the text is not a request envelope. The requests of a batch share the
 * sender, `sentOfBatch`.
 */
export function parseRequest(text: string, sentOfBatch?: SentBy): RequestEnvelope {
  const parsed = JSON.parse(text) as (Partial<RequestEnvelope> & { sent?: SentBy }) | null;
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('a request must be an object');
  if (sentOfBatch !== undefined) parsed.sent = sentOfBatch;
  if (
    typeof parsed.remaining_ms !== 'number' ||
    typeof parsed.sent?.by !== 'string' ||
    typeof parsed.sent.at_ms !== 'number' ||
    typeof parsed.request_id !== 'string' ||
    typeof parsed.actor !== 'object'
  ) {
    throw new TypeError('a request must carry its actor, id, remaining time and sender');
  }
  return parsed as RequestEnvelope;
}

/** Name of a reply's outcome in metrics and logs. */
export function outcomeOf(reply: ReplyEnvelope): RequestOutcome {
  if (reply.kind === 'outcome') return reply.outcome.accepted ? 'accepted' : 'refused';
  return reply.kind === 'failure' ? 'failed' : reply.kind;
}
