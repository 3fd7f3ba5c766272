/** What goes over NATS with a request and its reply: one JSON document each. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';

export interface RequestEnvelope {
  readonly request: unknown;
  readonly actor: Actor;
  readonly request_id: string;
  /** Epoch milliseconds. A service drops what it gets later: nobody waits for it. */
  readonly deadline: number;
  readonly traceparent?: string;
}

/**
 * `busy` and `unavailable`: nothing was decided, or nobody knows; the caller answers 503. `failure`: a defect; its
 * details stay in the log of the service.
 */
export type ReplyEnvelope =
  | { readonly kind: 'outcome'; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'failure' };

/** Throws a `SyntaxError` or `TypeError` for what no broker of ours has sent. */
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
