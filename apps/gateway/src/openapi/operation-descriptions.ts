import type { KnownCode } from '@kushk/edge';

/** What documents say about an operation beyond its route. */
export interface OperationDescription {
  readonly description: string;
  /** The codes that only this operation refuses with. Codes of its authenticator and of the edge are added to them. */
  readonly refusals: readonly KnownCode[];
  /** Descriptions of query parameters. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether the operation changes nothing, so that an `Idempotency-Key` has no effect. */
  readonly changesNothing?: boolean;
}

/** By `METHOD /path/{parameter}`. */
export type OperationDescriptions = Readonly<Record<string, OperationDescription>>;
