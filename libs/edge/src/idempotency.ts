import { Refused } from './refused.js';

/** What a route says of `Idempotency-Key`: money routes require it (contract §3). */
export type IdempotencyRule = 'required' | 'accepted';

const KEY = /^[A-Za-z0-9._:-]{1,128}$/;

/** The key of the request, or null where none was sent. Throws `idempotency.key_invalid` and `idempotency.key_required`. */
export function idempotencyKey(header: string | readonly string[] | undefined, rule: IdempotencyRule): string | null {
  if (header === undefined) {
    if (rule === 'required') throw Refused.with('idempotency.key_required');
    return null;
  }
  if (typeof header !== 'string' || !KEY.test(header)) throw Refused.with('idempotency.key_invalid');
  return header;
}

/** Set on an answer that was given before. */
export const REPLAYED_HEADER = 'idempotency-replayed';
