export interface KushkErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
}

/** An error response of the service. `code` and `params` are part of the API; `message` is for people. */
export class KushkError extends Error {
  override readonly name = 'KushkError';
  /** HTTP status of the response. */
  readonly status: number;
  /** The error code, for example `wallet.insufficient_balance`; `http.<status>` when the response contains none. */
  readonly code: string;
  /** Parameters of the error code, for example `{ required: '2', available: '1' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * The id of the request, or null when the response has none. Include it when you contact the operator of the
   * instance.
   */
  readonly requestId: string | null;

  constructor(message: string, details: KushkErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.params = details.params;
    this.requestId = details.requestId;
  }

  /**
   * Returns whether `error` is a `KushkError` with this code: `KushkError.is(error, 'wallet.insufficient_balance')`.
   */
  static is(error: unknown, code: string): error is KushkError {
    return error instanceof KushkError && error.code === code;
  }
}

/** The service could not be reached or did not respond in time, in any attempt. `cause` is the last error. */
export class KushkUnreachable extends Error {
  override readonly name = 'KushkUnreachable';
}
