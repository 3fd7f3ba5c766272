import type { JsonObject, ReleaseStatusChangedV1 } from '@kushk/contracts';
import { canonicalDigest, releaseStatement, signDsse, statusStatement, type Jwk } from '@kushk/credentials';
import type { Manifest } from '@kushk/manifest';

/** A status change as the hub would publish it, but signed with the instance's own key. */
export function signForDevelopment(
  manifest: Manifest,
  { signingKey, sequence, at }: { readonly signingKey: Jwk; readonly sequence: number; readonly at: string },
): ReleaseStatusChangedV1 {
  const { id: plugin_id, version, plugin_api } = manifest;
  const content = manifest as unknown as JsonObject;
  const manifest_digest = canonicalDigest(content);
  const approval = releaseStatement({
    plugin_id,
    version,
    manifest_digest,
    image: manifest.image ?? null,
    tier: 'private',
    decided_at: at,
    previous: null,
    provenance: null,
  });
  const statement = statusStatement({
    plugin_id,
    version,
    status: 'published',
    reason: null,
    sequence,
    at,
    manifest_digest,
  });
  return {
    plugin_id,
    version,
    status: 'published',
    sequence,
    plugin_api,
    tier: 'private',
    manifest: content,
    statement: signDsse(signingKey, statement.payloadType, statement.payload),
    approval: signDsse(signingKey, approval.payloadType, approval.payload),
  };
}
