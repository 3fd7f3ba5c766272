/** The JSON documents that carry a request and its reply over NATS. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import type { RequestOutcome } from '@kushk/runtime';

export interface RequestEnvelope {
  readonly request: unknown;
  readonly actor: Actor;
  readonly request_id: string;
  /** Epoch milliseconds. A service drops a request after it, because the caller has given up. */
  readonly deadline: number;
  readonly traceparent?: string;
}

/**
 * `busy`: the service accepted no work. `unavailable`: a dependency is down, and a command may or may not have been
 * executed. `failure`: a defect, whose details are only in the log of the service.
 */
export type ReplyEnvelope =
  | { readonly kind: 'outcome'; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failure' };

/** Throws `SyntaxError` or `TypeError` for a text that is no request envelope. */
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

/** The outcome of a reply as metrics and logs name it. */
export function outcomeOf(reply: ReplyEnvelope): RequestOutcome {
  if (reply.kind === 'outcome') return reply.outcome.accepted ? 'accepted' : 'refused';
  return reply.kind === 'failure' ? 'failed' : reply.kind;
}
