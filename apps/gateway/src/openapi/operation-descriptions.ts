/** The parts of an operation's OpenAPI description that its route does not contain. */
export interface OperationDescription {
  readonly description: string;
  /** Descriptions of query parameters, by name. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether the operation changes nothing, so that an `Idempotency-Key` has no effect. */
  readonly changesNothing?: boolean;
}

/** Operation descriptions by `METHOD /path/{parameter}`. */
export type OperationDescriptions = Readonly<Record<string, OperationDescription>>;
