/** The JSON documents that carry a request and its reply over NATS. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import type { RequestOutcome } from '@kushk/runtime';

export interface RequestEnvelope {
  readonly request: unknown;
  readonly actor: Actor;
  readonly request_id: string;
  /**
   * Deadline in epoch milliseconds. A service drops a request after its deadline, because the caller no longer waits.
   */
  readonly deadline: number;
  readonly traceparent?: string;
}

/**
 * `busy`: the service did not accept the request. `unavailable`: a dependency is down; a command may or may not have
 * been executed. `failure`: an unexpected error, whose details are only in the service's log.
 */
export type ReplyEnvelope =
  | { readonly kind: 'outcome'; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failure' };

/** Throws `SyntaxError` or `TypeError` when the text is not a request envelope. */
export function parseRequest(text: string): RequestEnvelope {
  const parsed = JSON.parse(text) as Partial<RequestEnvelope> | null;
  if (typeof parsed !== 'object' || parsed === null) throw new TypeError('a request must be an object');
  if (
    typeof parsed.deadline !== 'number' ||
    typeof parsed.request_id !== 'string' ||
    typeof parsed.actor !== 'object'
  ) {
    throw new TypeError('a request must carry its actor, id and deadline');
  }
  return parsed as RequestEnvelope;
}

/** Name of a reply's outcome in metrics and logs. */
export function outcomeOf(reply: ReplyEnvelope): RequestOutcome {
  if (reply.kind === 'outcome') return reply.outcome.accepted ? 'accepted' : 'refused';
  return reply.kind === 'failure' ? 'failed' : reply.kind;
}
