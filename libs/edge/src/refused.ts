import type { KnownCode } from './codes.js';

/**
 * Ends a request with a problem. Thrown at the edge only: services answer with refusal values, and what they refuse
 * arrives here by `Refused.byService`.
 */
export class Refused extends Error {
  private constructor(
    readonly code: string,
    readonly params: Readonly<Record<string, unknown>>,
    /** What the client should wait before it asks again, in whole seconds. */
    readonly retryAfterSeconds: number | null,
  ) {
    super(code);
    this.name = 'Refused';
  }

  /** The edge itself says no, with a code of the table. */
  static with(
    code: KnownCode,
    params: Readonly<Record<string, unknown>> = {},
    retryAfterSeconds: number | null = null,
  ): Refused {
    return new Refused(code, params, retryAfterSeconds);
  }

  /** A service said no. Its code may be one that the table does not know: that becomes a 500, and a line in the log. */
  static byService(refusal: { readonly code: string; readonly params: Readonly<Record<string, unknown>> }): Refused {
    return new Refused(refusal.code, refusal.params, null);
  }

  /** A part is down or too busy: 503 with `Retry-After`, never a hang and never a 500. */
  static unavailable(service: string): Refused {
    return new Refused('service.unavailable', { service }, RETRY_AFTER_SECONDS);
  }
}

/** Parts are restarted within a few seconds. */
export const RETRY_AFTER_SECONDS = 2;
