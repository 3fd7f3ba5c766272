/** What a handler receives besides its payload, and what a query handler returns. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';

/** What a request handler receives besides the request. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** W3C trace context, stored with the facts of the request (`FactMeta.traceparent`). */
  readonly traceparent?: string;
  /** Size of the request's message; the command loop shares its queue by it. */
  readonly requestBytes?: number;
  /** The time at which the caller stops waiting for the reply, on the clock of this process. */
  readonly deadline: Date;
}

/**
 * What a reaction receives besides the fact. A fact may be delivered more than once, always with the same
 * `eventId`.
 */
export interface FactContext {
  /** Scope of the publishing service: `hub` or the id of an instance. */
  readonly scope: string;
  readonly eventId: string;
  /** Id of the publisher's event-store stream, with its category: `release-ir.acme.invoices@1.4.0`. */
  readonly streamId: string;
  /** Type of the fact without scope: `evt.catalogue.release.submitted.v1`. A reaction may handle several types. */
  readonly type: string;
  readonly at: Date;
  /** Sequence in the publisher's JetStream stream: increasing, with gaps. It is 0 when a parked fact is replayed. */
  readonly sequence: number;
  readonly traceparent?: string;
}

/** How a reaction consumes its facts. */
export interface ReactionOptions {
  /**
   * Name of the reaction and of its durable consumer: `on-release-submitted`. Handlers with the same reaction and the
   * same publishing service share the consumer. Per stream they process facts in order, whatever the type.
   */
  readonly reaction: string;
  /**
   * `fleet`: facts of every instance, in order per instance and stream. When absent: facts of this scope, or of the hub
   * when the publisher is a hub service.
   */
  readonly from?: 'fleet';
}

/** The accepted outcome of a query. To refuse, a handler returns `refuse(code, params)` of `@kushk/decider`. */
export function respond<Reply>(reply: Reply): Outcome<Reply> {
  return { accepted: true, reply, replayed: false };
}
