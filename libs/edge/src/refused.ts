import type { KnownCode } from './codes.js';

/**
 * Ends a request with a problem document. Only the gateway throws this error: services reply with refusal values,
 * which `Refused.byService` converts.
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

  /** Creates an error of the gateway itself, with a code from the table. */
  static with(
    code: KnownCode,
    params: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds: number | null = null,
  ): Refused {
    return new Refused(code, params, retryAfterSeconds);
  }

  /**
   * Creates an error from a service's refusal. A code that is not in the table becomes a 500 and is logged. A parameter
   * `retry_after_seconds` is also the response header `Retry-After`.
   */
  static byService(refusal: { readonly code: string; readonly params: Readonly<Record<string, unknown>> }): Refused {
    const { retry_after_seconds: seconds } = refusal.params;
    return new Refused(refusal.code, refusal.params, typeof seconds === 'number' ? seconds : null);
  }

  /** Creates the error for a service that is down or too busy: 503 with `Retry-After`. */
  static unavailable(service: string): Refused {
    return new Refused('service.unavailable', { service }, RETRY_AFTER_SECONDS);
  }
}

/** Restarting a service takes a few seconds. */
export const RETRY_AFTER_SECONDS = 2;
