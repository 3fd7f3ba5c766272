export interface KushkErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly retryAfterMs?: number | null;
}

/**
 * An error response of the service. `code` and `params` are part of the API; `message` is for people: it also names the
 * first fields that the service refused.
 */
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
  /**
   * The delay that the service requested with `Retry-After`, in milliseconds; null when it requested none. A delay of
   * more than 30 seconds is not waited for, so the caller decides when to repeat the call.
   */
  readonly retryAfterMs: number | null;

  constructor(message: string, details: KushkErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.params = details.params;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs ?? null;
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
