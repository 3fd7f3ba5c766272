/**
 * The part of JetStream that the relay uses. `@kushk/broker` implements it with NATS, so the relay does not depend on
 * a client. A service has one `FactStream` per scope (`hub` or an instance id), and its relay is the only publisher.
 */
import type { SymbolToken } from '@kushk/runtime';

/** The headers of every public fact. The message body is the fact's data as JSON. */
export const factHeaders = {
  /** Position in the publisher's log, `<xid>:<position>`. Only the relay reads this header, after a restart. */
  cursor: 'Kushk-Cursor',
  /** Stream id with its category: `release-ir.acme.invoices@1.4.0`. */
  stream: 'Kushk-Stream',
  /** Version of the stream after this fact, from 1. */
  version: 'Kushk-Version',
  /** The public type without scope and stream token: `evt.catalogue.release.submitted.v1`. */
  type: 'Kushk-Type',
  /** Time of the decision, in ISO 8601 (UTC, milliseconds). */
  at: 'Kushk-At',
  /**
   * The life of the stream in which the fact was published. It grows whenever facts are published again after the log
   * or the stream went back in time, and is 0 before.
   */
  epoch: 'Kushk-Epoch',
  /** W3C trace context of the request that caused the fact; absent when there was none. */
  traceparent: 'traceparent',
} as const;

/** A public fact before it is published. */
export interface OutgoingFact {
  /** Full subject: `<scope>.evt.<service>.<stream>.<fact>.v1.<token>`. */
  readonly subject: string;
  /** Event id in the log, sent as `Nats-Msg-Id`. */
  readonly eventId: string;
  /** The remaining message headers, made by `factHeaders`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The fact's data as JSON text. */
  readonly body: string;
}

/** The end of a stream. */
export interface StreamEnd {
  /** Sequence that the next message must expect; 0 for a stream that never had a message. */
  readonly sequence: number;
  /**
   * The epoch that an operator has requested (`kushk-deploy streams reset`), from the stream's metadata; 0 for none.
   */
  readonly requestedEpoch: number;
  /** The newest message that is still stored, read from the stream; null when no message is left. */
  readonly last: LastMessage | null;
}

/** The newest message of a stream, and the fact that it contains. */
export interface LastMessage {
  readonly sequence: number;
  readonly cursor: string;
  readonly epoch: number;
  readonly streamId: string;
  readonly version: number;
  readonly eventId: string;
}

/**
 * The stream of public facts of one service. Every method rejects with `FactStreamUnavailable` when NATS is
 * unavailable.
 */
export interface FactStream {
  end(): Promise<StreamEnd>;
  /** Size of the largest message that the server accepts, headers included, in bytes. */
  maxMessageBytes(): number;
  /**
   * Publishes messages in order, without waiting for each acknowledgement. Each message expects the sequence of the
   * previous one (`Nats-Expected-Last-Sequence`, starting at `after`). Resolves with the sequence of the last message
   * when JetStream has acknowledged all. Rejects as soon as a message is rejected; later messages are then rejected as
   * well, earlier ones are stored: with `FactRejected` when JetStream will never accept that message, otherwise with
   * `FactStreamConflict`.
   */
  publish(batch: readonly OutgoingFact[], after: number, epoch?: number): Promise<number>;
}

/** Another process has published, or JetStream lost the end of the stream. Read `end()` again and continue there. */
export class FactStreamConflict extends Error {
  override readonly name = 'FactStreamConflict';
}

/** JetStream will never accept this message, for example because it is larger than the stream allows. */
export class FactRejected extends Error {
  override readonly name = 'FactRejected';
  /** Index of the message in its batch. The messages before it are stored. */
  readonly index: number;

  constructor(index: number, reason: string) {
    super(reason);
    this.index = index;
  }
}

/** There is no connection, no JetStream, or no acknowledgement in time. Messages that were sent may be stored. */
export class FactStreamUnavailable extends Error {
  override readonly name = 'FactStreamUnavailable';
}

/** Nest token for the `FactStream` of the running service, which `@kushk/broker` provides. */
export const FACT_STREAM = Symbol('FactStream');

/** How far a consumer has processed a stream of another installation. */
export interface ConsumerCheckpoint {
  /** Sequence of the last message up to which every message is processed. */
  readonly sequence: number;
  /**
   * Event id of that message. If the stream has been recreated, the message at this sequence has a different event
   * id.
   */
  readonly eventId: string;
}

/**
 * Stores the checkpoints of consumers that read a stream outside the service's own JetStream. The effects of a
 * reaction are idempotent by event id, so a checkpoint may be saved later than the effect. It only determines where
 * to continue.
 */
export interface ConsumerCheckpoints {
  load(consumer: string): Promise<ConsumerCheckpoint | null>;
  /**
   * Stores a checkpoint. Returns false when it did not, because the database server is another run than at `load`: it
   * may have lost effects of facts that the consumer has passed.
   */
  save(consumer: string, checkpoint: ConsumerCheckpoint): Promise<boolean>;
  /** Whether the database server is the same run as at `load`. */
  isCurrent(consumer: string): Promise<boolean>;
}

/** Nest token for the `ConsumerCheckpoints` of the running service, which the event store provides. */
export const CONSUMER_CHECKPOINTS = Symbol('ConsumerCheckpoints');

/** How far a durable consumer has come in a stream, as its service's database knows it. */
export interface ConsumerPosition {
  /** Identifies the stream in its current epoch. */
  readonly stream: string;
  /** Every fact up to this sequence is processed. */
  readonly sequence: number;
}

/**
 * Stores the positions of durable consumers beside the effects of their reactions. After a restore or a failover the
 * database may lack effects of facts that JetStream knows as acknowledged.
 */
export interface ConsumerPositions {
  /** `isCurrent`: the same run of the database server has stored it, so no effect before it can be lost since. */
  load(consumer: string): Promise<(ConsumerPosition & { readonly isCurrent: boolean }) | null>;
  /** Stores a position unless another run of the server has stored the last one. */
  save(consumer: string, position: ConsumerPosition): Promise<void>;
  /** Stores a position after which the facts are delivered again. */
  restart(consumer: string, position: ConsumerPosition): Promise<void>;
}

/** Nest token for the `ConsumerPositions` of the running service, which the event store provides. */
export const CONSUMER_POSITIONS = Symbol('ConsumerPositions');

/** Nest token for the `EventStore` of the running service, for handlers that must not load the whole library. */
export const EVENT_STORE = Symbol('EventStore');

/** Keeps the clock of this process at the one of its service. */
export interface ServiceClock {
  /** Reads how far the log says that the clock runs ahead. */
  read(): Promise<void>;
}

/** Nest token for the `ServiceClock` of the running service, which the event store provides. */
export const TEST_CLOCK = Symbol('TestClock') as SymbolToken<ServiceClock>;

export { CHANGE_NOTIFIER, type ChangeNotifier } from './list-changes.js';
