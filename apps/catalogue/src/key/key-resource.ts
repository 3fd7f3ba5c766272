/** A publisher key as the API returns it, without the time of last use, which no fact records. */
import type { KeyResource } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { Key } from './key.js';

export type IssuedKeyResource = Omit<KeyResource, 'last_used_at'>;

export function keyResource(id: string, key: Exclude<Key, { status: 'absent' }>): IssuedKeyResource {
  const { label, last4, issuedAt: created_at, expiresAt: expires_at, purpose } = key;
  const resource = { id, label, last4, created_at, expires_at, revoked_at: revokedAt(key) };
  return purpose === undefined ? resource : { ...resource, purpose };
}

function revokedAt(key: Exclude<Key, { status: 'absent' }>): string | null {
  switch (key.status) {
    case 'active':
      return null;
    case 'revoked':
      return key.revokedAt;
    default:
      return unreachable(key);
  }
}
