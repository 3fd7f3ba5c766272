/** Publisher keys as the API returns them, and as rows store them. */
import { KEY_SCOPES, type KeyResource } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { Key } from './key.js';

/**
 * What the log says of a key. A key without limits has neither `scopes` nor `plugin_id`, like the rows of versions
 * before scopes. No fact records the last use.
 */
export type IssuedKeyResource = Omit<KeyResource, 'last_used_at' | 'scopes' | 'plugin_id'> &
  Partial<Pick<KeyResource, 'scopes' | 'plugin_id'>>;

export function keyResource(id: string, key: Exclude<Key, { status: 'absent' }>): IssuedKeyResource {
  const { label, last4, issuedAt: created_at, expiresAt: expires_at, purpose, scopes, pluginId, exchange } = key;
  return {
    id,
    label,
    last4,
    created_at,
    expires_at,
    revoked_at: revokedAt(key),
    ...(scopes !== undefined && { scopes }),
    ...(pluginId !== undefined && { plugin_id: pluginId }),
    ...(exchange !== undefined && { trust_id: exchange.trustId }),
    ...(purpose !== undefined && { purpose }),
  };
}

/** The key as the API returns it. The registry knows no scopes. */
export function shownKey(issued: IssuedKeyResource, last_used_at: string | null): KeyResource {
  return { scopes: issued.purpose === 'registry' ? [] : KEY_SCOPES, plugin_id: null, ...issued, last_used_at };
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
