/** The operator revokes a key. Revoking it again changes nothing. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Key, KeyRevoked } from '../key.js';

export interface RevokeKey {
  readonly keyId: string;
  readonly publisherId: string;
  readonly at: string;
}

/** Refusal: `key.not_found`, also for the key of another publisher. */
export function revokeKey({ keyId, publisherId, at }: RevokeKey, key: Key): Decision<readonly KeyRevoked[], null> {
  if (key.status === 'absent' || key.publisherId !== publisherId) return refuse('key.not_found', { id: keyId });
  switch (key.status) {
    case 'active':
      return accept([{ type: 'KeyRevoked', data: { at } }], null);
    case 'revoked':
      return accept([], null);
    default:
      return unreachable(key);
  }
}
