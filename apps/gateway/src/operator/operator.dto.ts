import { body, boolean, jsonObject, oneOf, optional, string } from '@kushk/edge';

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

export const PublisherBody = body({
  id: string({ pattern: /^[a-z0-9][a-z0-9-]{0,62}$/ }),
  name: string({ minLength: 1, maxLength: 200 }),
});
export const KeyBody = body({
  label: string({ minLength: 1, maxLength: 200 }),
  expires_at: optional(string({ pattern: RFC3339 })),
});
export const ApprovalBody = body({
  tier: oneOf('community', 'verified', 'private'),
  notes: optional(string({ maxLength: 4_000 })),
  publish: optional(boolean()),
});
export const RejectionBody = body({ notes: string({ minLength: 1, maxLength: 4_000 }) });
export const InstanceBody = body({
  id: string({ pattern: /^[a-z0-9][a-z0-9-]{0,31}$/ }),
  name: string({ minLength: 1, maxLength: 200 }),
  plugin_api: string({ pattern: /^(0|[1-9]\d*)\.(0|[1-9]\d*)$/ }),
  /** Public JWK of the key with which the instance signs its calls. */
  public_key: optional(jsonObject()),
});
