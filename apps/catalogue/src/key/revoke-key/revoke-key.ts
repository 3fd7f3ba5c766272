/** The operator takes a key out of force. Revoking it again changes nothing and is no error. */
import { accept, refuse, type Decision } from '@kushk/decider';
import type { Key, KeyRevoked } from '../key.js';

export interface RevokeKey {
  readonly keyId: string;
  readonly publisherId: string;
  readonly at: string;
}

/** Refusal: `key.not_found`, also for the key of another publisher. */
export function revokeKey({ keyId, publisherId, at }: RevokeKey, key: Key): Decision<readonly KeyRevoked[], null> {
  if (key.status === 'absent' || key.publisherId !== publisherId) return refuse('key.not_found', { id: keyId });
  if (key.status === 'revoked') return accept([], null);
  return accept([{ type: 'KeyRevoked', data: { at } }], null);
}
