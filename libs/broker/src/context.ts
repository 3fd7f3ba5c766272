/** What a handler receives besides its payload, and what a query returns. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';

/** Second argument of a `@MessagePattern` handler. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** W3C trace context, to be stored with the facts of the request (`FactMeta.traceparent`). */
  readonly traceparent?: string;
  /** The caller gives up at this time. */
  readonly deadline: Date;
}

/**
 * Second argument of an `@EventPattern` handler. A fact may be delivered more than once, always with the same
 * `eventId`.
 */
export interface FactContext {
  /** Scope of the publisher: `hub` or the id of an instance. */
  readonly scope: string;
  readonly eventId: string;
  /** Id of the publisher's stream with its category: `release-ir.acme.invoices@1.4.0`. */
  readonly streamId: string;
  /** Type without scope: `evt.catalogue.release.submitted.v1`. A reaction may handle several types. */
  readonly type: string;
  readonly at: Date;
  /** Sequence in the publisher's JetStream stream: increasing, with gaps. 0 in a replay of a parked fact. */
  readonly sequence: number;
  readonly traceparent?: string;
}

/** The second argument of `@EventPattern(subject, { reaction })`. */
export interface ReactionOptions {
  /**
   * Name of the reaction and of its durable consumer: `on-release-submitted`. Handlers of one service's facts with the
   * same reaction share the consumer: they run in the order of each stream, across types.
   */
  readonly reaction: string;
  /**
   * `fleet`: the facts of the instances that `KushkTransport.followFleet` names, in one order per instance and stream.
   * Without it the facts of the own scope, or of the hub for a service of the hub.
   */
  readonly from?: 'fleet';
}

/** The accepted outcome of a query. A refusal is `refuse(code, params)` of `@kushk/decider`. */
export function respond<Reply>(reply: Reply): Outcome<Reply> {
  return { accepted: true, reply, replayed: false };
}
