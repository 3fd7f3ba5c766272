import type { KeyResource, TrustResource } from '@kushk/contracts';

/** Whether a key works at this time for this purpose; `undefined` is the publisher API. */
export function isUsable(
  key: KeyResource,
  { purpose, at }: { readonly purpose: KeyResource['purpose']; readonly at: Date },
): boolean {
  return key.purpose === purpose && key.revoked_at === null && !isExpired(key, at);
}

/** Whether a trust is in force at this time. */
export function isTrusted({ ended_at, expires_at }: TrustResource, at: Date): boolean {
  return ended_at === null && !isExpired({ expires_at }, at);
}

function isExpired({ expires_at }: { readonly expires_at: string | null }, at: Date): boolean {
  return expires_at !== null && Date.parse(expires_at) <= at.getTime();
}
