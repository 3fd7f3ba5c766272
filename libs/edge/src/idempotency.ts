import { Refused } from './refused.js';

/**
 * Whether a route requires an `Idempotency-Key`: routes that move money do (docs/reference/wire-formats.md,
 * Idempotency).
 */
export type IdempotencyRule = 'required' | 'accepted';

const KEY = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * The key of the request, or null when none was sent. Throws `idempotency.key_invalid` and `idempotency.key_required`.
 */
export function idempotencyKey(header: string | readonly string[] | undefined, rule: IdempotencyRule): string | null {
  if (header === undefined) {
    if (rule === 'required') throw Refused.with('idempotency.key_required');
    return null;
  }
  if (typeof header !== 'string' || !KEY.test(header)) throw Refused.with('idempotency.key_invalid');
  return header;
}

/** Set on a response that repeats an earlier one. */
export const REPLAYED_HEADER = 'idempotency-replayed';
