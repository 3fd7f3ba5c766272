/** A publisher key as the API returns it, without the time of last use, which no fact records. */
import { KEY_SCOPES, type KeyResource } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { Key } from './key.js';

export type IssuedKeyResource = Omit<KeyResource, 'last_used_at'>;

export function keyResource(id: string, key: Exclude<Key, { status: 'absent' }>): IssuedKeyResource {
  const { label, last4, issuedAt: created_at, expiresAt: expires_at, purpose, scopes, pluginId, exchange } = key;
  return {
    id,
    label,
    last4,
    created_at,
    expires_at,
    revoked_at: revokedAt(key),
    scopes: purpose === 'registry' ? [] : (scopes ?? KEY_SCOPES),
    plugin_id: pluginId ?? null,
    ...(exchange !== undefined && { trust_id: exchange.trustId }),
    ...(purpose !== undefined && { purpose }),
  };
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
