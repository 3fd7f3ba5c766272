import type { Actor } from '@kushk/contracts';
import type { Decision, Fact, FactsOf, StatesOf, Streams } from '@kushk/decider';

/** Who and what caused a fact, stored with it. `traceparent` is published with public facts. */
export interface FactMeta {
  readonly actor?: Actor;
  /** Event id of the fact whose reaction this is. */
  readonly causationId?: string;
  readonly correlationId?: string;
  readonly traceparent?: string;
}

/** What the log adds to a fact when it stores it. */
export interface Recorded {
  /** UUIDv7; also the `Nats-Msg-Id` of the public fact. */
  readonly eventId: string;
  /** With category: `release-ir.acme.invoices@1.4.0`. */
  readonly streamId: string;
  /** Without category: `ir.acme.invoices@1.4.0`. */
  readonly id: string;
  readonly category: string;
  /** Number in its stream, from 1 without gaps. */
  readonly version: number;
  /** Increases within a stream and within a transaction; has gaps. */
  readonly position: bigint;
  readonly meta: FactMeta;
  readonly at: Date;
}

/** A stored fact; narrows by `type` like the fact itself. */
export type RecordedFact<F extends Fact = Fact> = F & Recorded;

/** Makes a command idempotent: the same `scope` and `key` have one effect, and a repeat gets the stored reply. */
export interface IdempotencyKey {
  /** The caller, or the reaction (`on-release-submitted`). */
  readonly scope: string;
  readonly key: string;
  /** Another hash under the same key is the refusal `idempotency.conflict`. */
  readonly inputHash: string;
}

/** A decision over one or more streams, ready to be run. */
export interface CommandOver<S extends Streams, Reply> {
  /** `PlaceHold`: for logs and metrics. */
  readonly name: string;
  readonly streams: S;
  /** Pure; runs again when a batch is retried. Facts, states and (with `idempotency`) the reply must be JSON. */
  readonly decide: (states: StatesOf<S>) => Decision<FactsOf<S>, Reply>;
  readonly idempotency?: IdempotencyKey | undefined;
  readonly meta?: FactMeta | undefined;
}

/** Too many commands are waiting; nothing was done. The edge returns 503 `<service>.busy`. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/**
 * The database did not answer within the deadline. The command may have been stored if the connection broke during
 * the commit: repeat it with the same key. The edge returns 503 `<service>.unavailable`.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
