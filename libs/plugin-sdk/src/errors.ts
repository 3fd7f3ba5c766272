export interface KushkErrorDetails {
  readonly status: number;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
}

/** The service answered with an error. `code` and `params` are part of the API; `message` is for people. */
export class KushkError extends Error {
  override readonly name = 'KushkError';
  /** HTTP status of the response. */
  readonly status: number;
  /** For example `wallet.insufficient_balance`; `http.<status>` when the response contains no code. */
  readonly code: string;
  /** Details of the code, for example `{ required: '2', available: '1' }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Id of the request. Name it when you ask the operator of the instance. Null when the response has none. */
  readonly requestId: string | null;

  constructor(message: string, details: KushkErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.params = details.params;
    this.requestId = details.requestId;
  }

  /** Whether `error` is an error with this code: `KushkError.is(error, 'wallet.insufficient_balance')`. */
  static is(error: unknown, code: string): error is KushkError {
    return error instanceof KushkError && error.code === code;
  }
}

/** The service could not be reached or did not answer in time, in any attempt. `cause` is the last failure. */
export class KushkUnreachable extends Error {
  override readonly name = 'KushkUnreachable';
}
