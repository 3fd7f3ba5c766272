import type { KnownCode } from '@kushk/edge';

/** The parts of an operation's OpenAPI description that its route does not contain. */
export interface OperationDescription {
  readonly description: string;
  /**
   * The error codes that only this operation returns. The codes of the authenticator and of the HTTP server are added
   * to them.
   */
  readonly refusals: readonly KnownCode[];
  /** Descriptions of query parameters, by name. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether the operation changes nothing, so that an `Idempotency-Key` has no effect. */
  readonly changesNothing?: boolean;
}

/** Operation descriptions by `METHOD /path/{parameter}`. */
export type OperationDescriptions = Readonly<Record<string, OperationDescription>>;
