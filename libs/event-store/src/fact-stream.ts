/**
 * What the relay needs of JetStream, and nothing more. `@kushk/broker` implements it over NATS; the relay itself
 * knows no client. One `FactStream` is the one stream of a service in its scope, and the relay its only publisher.
 */

/** The headers of every public fact. The body is the fact's data as JSON, nothing around it. */
export const factHeaders = {
  /** Place in the publisher's log, `<xid>:<position>`: opaque outside the relay, its cursor after a restart. */
  cursor: 'Kushk-Cursor',
  /** Stream id with its category, as the log knows it: `release-ir.acme.invoices@1.4.0`. */
  stream: 'Kushk-Stream',
  /** Version of the stream at this fact, from 1. */
  version: 'Kushk-Version',
  /** The public type without scope and token: `evt.catalogue.release.submitted.v1`. */
  type: 'Kushk-Type',
  /** When it was decided, ISO 8601 in UTC with milliseconds. */
  at: 'Kushk-At',
  /** W3C trace context of the request that caused the fact; absent where there was none. */
  traceparent: 'traceparent',
} as const;

/** One public fact on its way out. */
export interface OutgoingFact {
  /** Whole subject: `<scope>.evt.<service>.<stream>.<fact>.v1.<token>`. */
  readonly subject: string;
  /** Event id of the log; goes out as `Nats-Msg-Id`. */
  readonly eventId: string;
  /** All other headers, see `factHeaders`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** How far the stream reaches. */
export interface StreamEnd {
  /** Sequence of the stream's end: what the next message has to expect; 0 in a stream that never had one. */
  readonly sequence: number;
  /** The newest message that is still there, found by reading it; null when none is left. */
  readonly last: { readonly sequence: number; readonly cursor: string } | null;
}

/** A service's own stream of public facts. Every method rejects with `FactStreamUnavailable` when NATS is away. */
export interface FactStream {
  /** Makes the stream where it is missing, with its limits; called before the first `end`. */
  prepare(): Promise<void>;
  end(): Promise<StreamEnd>;
  /**
   * Publishes in order, pipelined, each message expecting the one before it (`Nats-Expected-Last-Sequence`, from
   * `after` on), and resolves with the sequence of the last one when JetStream has acknowledged all. Rejects with
   * `FactStreamMoved` as soon as one is refused: what came after it was refused too, what came before is stored.
   */
  publish(batch: readonly OutgoingFact[], after: number): Promise<number>;
}

/** Someone else has published, or JetStream lost its end: ask for `end()` and begin there. */
export class FactStreamMoved extends Error {
  override readonly name = 'FactStreamMoved';
}

/** No connection, no JetStream, or no answer in time. What was sent may have been stored. */
export class FactStreamUnavailable extends Error {
  override readonly name = 'FactStreamUnavailable';
}

/** Nest token under which `@kushk/broker` provides the `FactStream` of the running service. */
export const FACT_STREAM = Symbol('FactStream');

/** How far a feed of another place has been taken in. */
export interface FeedPlace {
  /** Sequence of the last message up to which all were taken in. */
  readonly sequence: number;
  /** Its event id: by it a feed that was made anew is told from the one that was read. */
  readonly eventId: string;
}

/**
 * Where a service keeps how far it has read in a feed that is not its own JetStream's. A reaction's effect is idempotent
 * by event id in its own transaction; the place only says where to go on, so it may be written a moment later.
 */
export interface FeedPlaces {
  load(feed: string): Promise<FeedPlace | null>;
  save(feed: string, place: FeedPlace): Promise<void>;
}

/** Nest token under which the event store provides the `FeedPlaces` of the running service. */
export const FEED_PLACES = Symbol('FeedPlaces');
