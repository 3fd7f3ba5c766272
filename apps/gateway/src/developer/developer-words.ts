/** What the description of the publisher API says beside the route table: what each operation means, and every refusal that it knows of its own. */
import type { OperationWords } from '../openapi/operation-words.js';

export const ABOUT_PUBLISHER_API = `What a publisher's CI needs: check and submit releases, follow them, read a month's usage.

**Key.** Every request carries \`Authorization: Bearer kp_…\`, once, and never in the address. The publisher is always that of the key; what belongs to another publisher is answered exactly as what does not exist.

**Refusals** are \`application/problem+json\` (RFC 9457). Programs go by \`code\` and \`params\`; \`title\` and \`detail\` are prose, in Persian for who asks with \`Accept-Language: fa\`. New codes and new members of answers may come with time. An address that is there but does not take the method is 405 \`request.method_not_allowed\` with \`Allow\`; every GET answers HEAD. Unknown members of a body and unknown query parameters are refused, never ignored.

**Bodies** are I-JSON in UTF-8, at most 1 MiB and 64 levels deep: no key twice in an object, no lone surrogate, no NUL, no number beyond a double. Anything else is 400 \`request.malformed\` with \`params.reason\`. Other media types, charsets and encodings are 415.

**Limits** count per key: 600 requests a minute and 300 submissions an hour, unless the operator has set others. \`RateLimit-Policy\` names them and \`RateLimit\` says what is left (IETF draft 10); beyond them it is 429 with \`Retry-After\`.

**Repeats.** A write may carry an \`Idempotency-Key\`. The same key with the same request is answered as it was the first time, with \`Idempotency-Replayed: true\`, for at least 24 hours; with another request it is 409 \`idempotency.conflict\`. Refusals are not kept.

**Tracing.** \`X-Request-Id\` (1 to 128 of A-Z a-z 0-9 . _ : -) and \`traceparent\` are taken over and given back; without one, a request gets an id of ours.`;

const VERDICT = [
  'request.invalid',
  'catalogue.manifest_invalid',
  'catalogue.publisher_mismatch',
  'catalogue.plugin_owned_elsewhere',
  'catalogue.version_exists',
] as const;

/** Absent and null mean the same for both (contract §3); the catalogue judges them, so that the order of the checks is kept. */
const SUBMISSION = {
  type: 'object',
  additionalProperties: false,
  required: ['manifest'],
  properties: {
    manifest: {
      type: 'object',
      additionalProperties: true,
      description: 'The manifest as JSON, all of it. Its schema is at /schemas/plugin-manifest/1.json',
    },
    requested_tier: {
      enum: ['community', 'verified', 'private', '', null],
      description: 'A wish: the reviewer decides',
    },
    notes: {
      type: ['string', 'null'],
      maxLength: 4_000,
      description:
        'What has changed and how the reviewer can try it. At most 4,000 characters (code points); line breaks and tabs may stand in it, other control characters and overrides of direction may not',
    },
  },
};

const ORDER =
  'What is checked, in this order: the key, the JSON, `notes` and `requested_tier`, the structure of the manifest (all problems together, in `params.problems`), its `publisher`, the owner of the plugin, the version.';

export const developerWords: Readonly<Record<string, OperationWords>> = {
  'GET /developer/v1/me': {
    description:
      '`last_used_at` is kept to the minute and is null before the first use. The key itself is never shown.',
    refuses: [],
  },
  'GET /developer/v1/plugins': {
    description:
      'Plugins by id, releases by the time of their submission. Names and kind are those of the newest published version, before there is one those of the newest submission. Releases stand here without `signature`, `diff` and `fleet`.',
    refuses: [],
  },
  'POST /developer/v1/releases': {
    description: `${ORDER} A version can be submitted once only: a correction is a new version. Of many who submit the same version at once, one is answered 201. \`catalogue.version_exists\` says in \`params\` whether the content is the same (\`same_content\`) and how that release stands (\`status\`). \`warnings\` are problems that instances would refuse the release for later.`,
    refuses: VERDICT,
    body: SUBMISSION,
  },
  'POST /developer/v1/checks': {
    description: `The same verdict as that of a submission, with nothing stored. ${ORDER} An \`Idempotency-Key\` means nothing here.`,
    refuses: VERDICT,
    body: SUBMISSION,
    changesNothing: true,
  },
  'GET /developer/v1/releases/{plugin_id}/{version}': {
    description:
      'With `wait` the answer is held until the release is another one than `If-None-Match` names (without it: than it is now), and given at once when it is that already. When the time is over, the release is answered as it stands: 304 to who has it. A gateway that stops answers 503 with `Retry-After`: ask again.',
    refuses: ['catalogue.release_not_found'],
    query: { wait: 'Seconds to wait for a change' },
  },
  'POST /developer/v1/releases/{plugin_id}/{version}/withdraw': {
    description:
      'Final. Possible from `submitted`, `in_review` and `approved`; a published release is withdrawn by the operator. `catalogue.transition_invalid` says in `params` from where to where, and what is allowed.',
    refuses: ['request.invalid', 'catalogue.release_not_found', 'catalogue.transition_invalid'],
  },
  'GET /developer/v1/usage': {
    description:
      'All figures are exact decimals. An alias stands for one installation, always the same for a publisher and meaningless to anyone else. `partial`: an instance was silent, its last report is counted, and the figures are minimums. `final`: every instance has closed the month, and it changes no more. A plugin without installations has totals of zero.',
    refuses: ['usage.month_invalid', 'usage.month_in_future'],
    query: {
      month:
        'Gregorian, YYYY-MM, from 2000-01 to the current one; begins and ends in Tehran by the tz database. Without it: the current month in Tehran',
    },
  },
};
