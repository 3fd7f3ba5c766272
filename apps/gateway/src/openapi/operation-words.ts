import type { KnownCode } from '@kushk/edge';

/** What a route table does not tell of an operation. In the map of an API its key is `METHOD /path/{parameter}`. */
export interface OperationWords {
  readonly description: string;
  /** Every code that only this operation refuses with; those of its door and of the edge need not be named. */
  readonly refuses: readonly KnownCode[];
  /** JSON Schema of the body, where a service judges it and the class of the route says nothing of its members. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Descriptions of query parameters. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether there is nothing to repeat: an `Idempotency-Key` means nothing. */
  readonly changesNothing?: boolean;
}
