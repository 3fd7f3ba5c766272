/** Whether and when a failed request to the Kubernetes API is sent again. Pure. */

export interface FailedRequest {
  /** Null when no answer came: the connection broke, or the deadline of the request passed. */
  readonly status: number | null;
  /** The machine-readable `reason` of the answer, such as `AlreadyExists`. */
  readonly reason: string | null;
  /** The header `Retry-After`, which the API sends in seconds. */
  readonly retryAfter: string | null;
  /** How often the request was sent. */
  readonly attempts: number;
  readonly elapsedMs: number;
}

const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 100;
/** Whatever waits longer is tried again by the reconciler, beside other installations. */
const GIVE_UP_AFTER_MS = 20_000;

/** The milliseconds until the request is sent again; null when it is not. All requests may be repeated. */
export function retryDelayMs({ status, reason, retryAfter, attempts, elapsedMs }: FailedRequest): number | null {
  if (!isPassing(status, reason) || attempts >= MAX_ATTEMPTS) return null;
  const backoffMs = FIRST_DELAY_MS * 2 ** (attempts - 1);
  const requestedMs = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0;
  const delayMs = Math.max(backoffMs, requestedMs);
  return elapsedMs + delayMs > GIVE_UP_AFTER_MS ? null : delayMs;
}

function isPassing(status: number | null, reason: string | null): boolean {
  switch (status) {
    case null:
    case 429:
    case 500:
    case 502:
    case 503:
    case 504:
      return true;
    // Another writer was faster. What exists already stays so.
    case 409:
      return reason !== 'AlreadyExists';
    default:
      return false;
  }
}
