/** What a handler gets beside its payload, and the words in which a query answers. */
import type { Actor } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';

/** Second argument of a `@MessagePattern` handler. */
export interface RequestContext {
  readonly actor: Actor;
  readonly requestId: string;
  /** W3C trace context to store with what the request causes (`FactMeta.traceparent`). */
  readonly traceparent?: string;
  /** After this nobody waits for the answer any more. */
  readonly deadline: Date;
}

/** Second argument of an `@EventPattern` handler. The same fact may come more than once, always with the same `eventId`. */
export interface FactContext {
  /** Who has published it: `hub`, or the id of the instance. */
  readonly scope: string;
  readonly eventId: string;
  /** With its category, as the publisher's log knows it: `release-ir.acme.invoices@1.4.0`. */
  readonly streamId: string;
  /** Type without scope: `evt.catalogue.release.submitted.v1`; for a reaction that listens to several. */
  readonly type: string;
  readonly at: Date;
  /** Place in the publisher's JetStream stream; rises, with gaps. 0 in a replay of a parked fact. */
  readonly sequence: number;
  readonly traceparent?: string;
}

/** The second argument of `@EventPattern(subject, { reaction })`. */
export interface ReactionOptions {
  /**
   * Name of the reaction and of its durable consumer: `on-release-submitted`. Patterns of one service's facts that
   * share a reaction are handled in one order per stream id, whatever their type.
   */
  readonly reaction: string;
  /**
   * `fleet`: the facts of a service of every instance that `KushkTransport.followFleet` names, each instance's in their
   * own order; without it those of the own scope (or of the hub, for a service of the hub).
   */
  readonly from?: 'fleet';
}

/** The accepted outcome of a query. A refusal is `refuse(code, params)` of `@kushk/decider`. */
export function respond<Reply>(reply: Reply): Outcome<Reply> {
  return { accepted: true, reply, replayed: false };
}
