import type { TrustResource } from '@kushk/contracts';
import type { Trust } from './trust.js';

/** A trust as the API returns it. */
export function trustResource(id: string, trust: Exclude<Trust, { status: 'absent' }>): TrustResource {
  const { issuer, audience, claims, pluginId, scopes, addedAt, expiresAt } = trust;
  return {
    id,
    issuer,
    audience,
    claims,
    plugin_id: pluginId,
    scopes,
    public: trust.public,
    created_at: addedAt,
    expires_at: expiresAt,
    ended_at: trust.status === 'ended' ? trust.endedAt : null,
  };
}
