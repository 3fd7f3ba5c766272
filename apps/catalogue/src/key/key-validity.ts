import type { KeyResource } from '@kushk/contracts';

/** Whether a key works at this time for this purpose; `undefined` is the publisher API. */
export function isUsable(
  key: KeyResource,
  { purpose, at }: { readonly purpose: KeyResource['purpose']; readonly at: Date },
): boolean {
  const isExpired = key.expires_at !== null && Date.parse(key.expires_at) <= at.getTime();
  return key.purpose === purpose && key.revoked_at === null && !isExpired;
}
