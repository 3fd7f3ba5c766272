/** The service answered with an error: `code` and `params` are API, the message is for people. */
export class KushkError extends Error {
  override readonly name = 'KushkError';
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** E.g. `wallet.insufficient_balance`; `http.<status>` where the answer named none. */
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>>,
    message: string,
    /** To be named when asking the operator. */
    readonly requestId: string | null,
  ) {
    super(message);
  }

  /** Whether `error` is an answer of the service with this code: `KushkError.is(error, 'wallet.insufficient_balance')`. */
  static is(error: unknown, code: string): error is KushkError {
    return error instanceof KushkError && error.code === code;
  }
}

/** The service could not be reached, or did not answer in time, after all attempts. */
export class KushkUnreachable extends Error {
  override readonly name = 'KushkUnreachable';
}
