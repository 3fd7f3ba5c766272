import { Refused } from './refused.js';

/**
 * Whether a route requires an `Idempotency-Key`. Routes that move money do (docs/reference/wire-formats.md,
 * Idempotency).
 */
export type IdempotencyRule = 'required' | 'accepted';

const KEY = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * Returns the idempotency key of the request, or null when there is none. Throws `idempotency.key_invalid` and
 * `idempotency.key_required`.
 */
export function idempotencyKey(header: string | readonly string[] | undefined, rule: IdempotencyRule): string | null {
  if (header === undefined) {
    if (rule === 'required') throw Refused.with('idempotency.key_required');
    return null;
  }
  if (typeof header !== 'string' || !KEY.test(header)) throw Refused.with('idempotency.key_invalid');
  return header;
}

/** The header of a response that repeats an earlier response. */
export const REPLAYED_HEADER = 'idempotency-replayed';
