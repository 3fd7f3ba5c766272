/**
 * What the relay needs of JetStream. `@kushk/broker` implements it over NATS, so the relay depends on no client. A
 * service has one `FactStream` in its scope, and its relay is the only publisher.
 */

/** The headers of every public fact. The body is the fact's data as JSON. */
export const factHeaders = {
  /** Position in the publisher's log, `<xid>:<position>`. Only the relay reads it, after a restart. */
  cursor: 'Kushk-Cursor',
  /** Stream id with its category: `release-ir.acme.invoices@1.4.0`. */
  stream: 'Kushk-Stream',
  /** Version of the stream at this fact, from 1. */
  version: 'Kushk-Version',
  /** The public type without scope and token: `evt.catalogue.release.submitted.v1`. */
  type: 'Kushk-Type',
  /** Time of the decision, ISO 8601 in UTC with milliseconds. */
  at: 'Kushk-At',
  /** W3C trace context of the request that caused the fact; absent where there was none. */
  traceparent: 'traceparent',
} as const;

/** A public fact before it is published. */
export interface OutgoingFact {
  /** Whole subject: `<scope>.evt.<service>.<stream>.<fact>.v1.<token>`. */
  readonly subject: string;
  /** Event id of the log, sent as `Nats-Msg-Id`. */
  readonly eventId: string;
  /** All other headers, see `factHeaders`. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** The end of a stream. */
export interface StreamEnd {
  /** Sequence that the next message has to expect; 0 in a stream that never had a message. */
  readonly sequence: number;
  /** The newest message that is still stored, found by reading it; null when none is left. */
  readonly last: { readonly sequence: number; readonly cursor: string } | null;
}

/** The stream of public facts of one service. Every method rejects with `FactStreamUnavailable` without NATS. */
export interface FactStream {
  /** Creates the stream with its limits where it is missing; called before the first `end`. */
  prepare(): Promise<void>;
  end(): Promise<StreamEnd>;
  /**
   * Publishes in order and pipelined. Each message expects the one before it (`Nats-Expected-Last-Sequence`, starting
   * at `after`). Resolves with the sequence of the last message when JetStream has acknowledged all. Rejects with
   * `FactStreamConflict` as soon as one is refused: later ones are refused as well, earlier ones are stored.
   */
  publish(batch: readonly OutgoingFact[], after: number): Promise<number>;
}

/** Another process has published, or JetStream lost the end of the stream. Read `end()` again and continue there. */
export class FactStreamConflict extends Error {
  override readonly name = 'FactStreamConflict';
}

/** No connection, no JetStream, or no acknowledgement in time. What was sent may be stored. */
export class FactStreamUnavailable extends Error {
  override readonly name = 'FactStreamUnavailable';
}

/** Nest token under which `@kushk/broker` provides the `FactStream` of the running service. */
export const FACT_STREAM = Symbol('FactStream');

/** How far a consumer has read a stream of another installation. */
export interface ConsumerCheckpoint {
  /** Sequence of the last message up to which all are processed. */
  readonly sequence: number;
  /** Event id of that message. It differs when the stream was created again since. */
  readonly eventId: string;
}

/**
 * Stores the checkpoints of consumers that read a stream outside the service's own JetStream. The effect of a reaction
 * is idempotent by event id, so a checkpoint may be saved after the effect and only decides where to continue.
 */
export interface ConsumerCheckpoints {
  load(consumer: string): Promise<ConsumerCheckpoint | null>;
  save(consumer: string, checkpoint: ConsumerCheckpoint): Promise<void>;
}

/** Nest token under which the event store provides the `ConsumerCheckpoints` of the running service. */
export const CONSUMER_CHECKPOINTS = Symbol('ConsumerCheckpoints');
