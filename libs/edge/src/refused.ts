import type { KnownCode } from './codes.js';

/**
 * Ends a request with a problem. Only the edge throws it: services reply with refusal values, which
 * `Refused.byService` converts.
 */
export class Refused extends Error {
  private constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>>,
    /** How long the client should wait before it retries, in whole seconds. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(code);
    this.name = 'Refused';
  }

  /** A refusal of the edge itself, with a code of the table. */
  static with(
    code: KnownCode,
    params: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds: number | null = null,
  ): Refused {
    return new Refused(code, params, retryAfterSeconds);
  }

  /** A refusal of a service. A code that the table does not have becomes a 500 and a line in the log. */
  static byService(refusal: { readonly code: string; readonly params: Readonly<Record<string, unknown>> }): Refused {
    return new Refused(refusal.code, refusal.params, null);
  }

  /** A service is down or too busy: 503 with `Retry-After`, never a hang and never a 500. */
  static unavailable(service: string): Refused {
    return new Refused('service.unavailable', { service }, RETRY_AFTER_SECONDS);
  }
}

/** A service restarts within a few seconds. */
export const RETRY_AFTER_SECONDS = 2;
