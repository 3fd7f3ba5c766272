import { developerOperations } from '../developer/developer-operations.js';
import type { OperationDescriptions } from '../openapi/operation-descriptions.js';

export const ABOUT_PORTAL_API = `For the people of publishers: what the publisher API offers to the CI of a publisher, and its keys and people besides.

**Authentication.** Every request has \`Authorization: Bearer …\` with an access token of the OpenID Connect provider, or the session cookie of the pages. The token identifies you; the publishers that you belong to are stored on this hub and read on every request, so a change counts from the next request on. A publisher that you do not belong to looks exactly like one that does not exist.

**Problems** are \`application/problem+json\` (RFC 9457). Use \`code\` and \`params\` in programs; \`title\` and \`detail\` are prose, in Persian with \`Accept-Language: fa\`. Unknown body members and query parameters are refused, never ignored.

**Limits** apply per person: 1,200 requests per minute and 300 submissions per hour, unless the operator configures others.

**Idempotency.** A write may have an \`Idempotency-Key\`. For at least 24 hours, the same request with the same key returns the first response again, with \`Idempotency-Replayed: true\`; another request with that key returns 409 \`idempotency.conflict\`. Problem responses are not stored.`;

const PORTAL = '/portal/v1/publishers/{publisher_id}';
const { ['GET /developer/v1/me']: _key, ['POST /oidc/exchange']: _exchange, ...shared } = developerOperations;

export const portalOperations: OperationDescriptions = {
  'GET /portal/v1/notifications': {
    description:
      'What happened to the releases and keys of the publishers of which you are a member at this moment, of the last 30 days, and without what you did yourself (described at `/docs/reference/notifications` of the hub). `unread` counts all pages. At most 120 requests per minute.',
  },
  ...Object.fromEntries(
    Object.entries(shared).map(([name, description]) => [name.replace('/developer/v1', PORTAL), description]),
  ),
  [`GET ${PORTAL}/me`]: {
    description:
      '`registry_url` is the registry to which the images of `instance` plugins are pushed; null without one.',
  },
  [`GET ${PORTAL}/members`]: { description: 'Ordered by id. The operator adds and removes people.' },
  [`GET ${PORTAL}/keys`]: {
    description:
      'Includes revoked and expired keys. `last_used_at` has a precision of one minute. The operator issues keys.',
  },
  [`DELETE ${PORTAL}/keys/{key_id}`]: {
    description: 'The key stops working on every gateway before this response is sent.',
  },
};
