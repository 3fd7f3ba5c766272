import type { Actor } from '@kushk/contracts';
import type { Decision, Fact, FactsOf, StatesOf, Streams } from '@kushk/decider';

/** Who and what caused a fact; stored with the fact. `traceparent` is published with public facts. */
export interface FactMeta {
  readonly actor?: Actor;
  /** In the metadata of a reaction: the event id of the fact that it reacts to. */
  readonly causationId?: string;
  readonly correlationId?: string;
  readonly traceparent?: string;
}

/** The metadata of a command: what is stored with its facts, and what only the command loop needs. */
export interface CommandMeta extends FactMeta {
  /** Size of the request that caused the command, in bytes. Bounds the queue and the batches; it is not stored. */
  readonly requestBytes?: number;
}

/** What the log adds to a fact when it stores the fact. */
export interface Recorded {
  /** UUIDv7; also the `Nats-Msg-Id` of the public fact. */
  readonly eventId: string;
  /** Stream id with its category: `release-ir.acme.invoices@1.4.0`. */
  readonly streamId: string;
  /** Stream id without its category: `ir.acme.invoices@1.4.0`. */
  readonly id: string;
  readonly category: string;
  /** Number of the fact in its stream, from 1 without gaps. */
  readonly version: number;
  /** Position in the log: increases within a stream and within a transaction; has gaps. */
  readonly position: bigint;
  readonly meta: FactMeta;
  readonly at: Date;
}

/** A stored fact. TypeScript narrows it by `type`, like the fact itself. */
export type RecordedFact<F extends Fact = Fact> = F & Recorded;

/**
 * Makes a command idempotent: commands with the same `scope` and `key` take effect once, and a repeated command gets
 * the stored reply.
 */
export interface IdempotencyKey {
  /** The caller, or the name of the reaction (`on-release-submitted`). */
  readonly scope: string;
  readonly key: string;
  /** Hash of the input. The same key with a different hash is refused with `idempotency.conflict`. */
  readonly inputHash: string;
  /**
   * Whether the key is kept for good. The default is false: after two days the key is deleted, and a command that
   * repeats it takes effect again.
   */
  readonly isPermanent?: boolean;
}

/** A decision on one or more streams, ready to run. */
export interface CommandOver<S extends Streams, Reply> {
  /** Name of the command for logs and metrics: `PlaceHold`. */
  readonly name: string;
  readonly streams: S;
  /**
   * A pure function, because it runs again when a batch is retried. Facts, states and (with `idempotency`) the reply
   * must be JSON.
   */
  readonly decide: (states: StatesOf<S>) => Decision<FactsOf<S>, Reply>;
  readonly idempotency?: IdempotencyKey | undefined;
  readonly meta?: CommandMeta | undefined;
}

/** Too many commands are waiting, and this command was not executed. The gateway returns 503 `<service>.busy`. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/**
 * The database did not respond within the deadline. If the connection broke during the commit, the command may have
 * taken effect: repeat it with the same idempotency key. The gateway returns 503 `<service>.unavailable`.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * PostgreSQL cancelled the statements of this command alone, because they took too long. Nothing is stored. The
 * gateway returns 503 `service.timeout`.
 */
export class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout';
}
