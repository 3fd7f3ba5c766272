/** The operator revokes a publisher key. Revoking it again changes nothing. */
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { Key, KeyRevoked } from '../key.js';

export interface RevokeKey {
  readonly keyId: string;
  readonly publisherId: string;
  readonly at: string;
}

/** Rejects with `key.not_found`, also when the key belongs to another publisher. */
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
