import type { OperationDescriptions } from '../openapi/operation-descriptions.js';

export const ABOUT_PUBLISHER_API = `For the CI of a publisher: check and submit releases, follow their review, read the usage of a month.

**Key.** Every request has exactly one \`Authorization: Bearer kp_…\` header. A key in the address is not accepted. The publisher is always that of the key; a resource of another publisher looks exactly like one that does not exist. Each operation requires a scope; without it, the response is 403 \`auth.scope_missing\`. To a key of one plugin, other plugins do not exist: 404, and lists are without them.

**Problems** are \`application/problem+json\` (RFC 9457). Use \`code\` and \`params\` in programs; \`title\` and \`detail\` are prose, in Persian with \`Accept-Language: fa\`. New codes and new response members may be added at any time. A known address without the requested method returns 405 \`request.method_not_allowed\` with \`Allow\`; every GET route supports HEAD. Unknown body members and query parameters are refused, never ignored.

**Bodies** are I-JSON in UTF-8, at most 1 MiB and 64 levels deep: no duplicate keys in an object, no lone surrogates, no NUL, no number beyond a double. Anything else returns 400 \`request.malformed\` with \`params.reason\`. Other media types, charsets and encodings return 415.

**Limits** apply per key: 600 requests per minute and 300 submissions per hour, unless the operator configures others. \`RateLimit-Policy\` lists the limits and \`RateLimit\` the remaining quota (IETF draft 10). Requests beyond a limit return 429 with \`Retry-After\`.

**Idempotency.** A write may have an \`Idempotency-Key\`. For at least 24 hours, the same request with the same key returns the first response again, with \`Idempotency-Replayed: true\`; another request with that key returns 409 \`idempotency.conflict\`. Problem responses are not stored.

**Tracing.** \`X-Request-Id\` (1 to 128 of A-Z a-z 0-9 . _ : -) and \`traceparent\` are accepted and returned. A request without an id gets a new one.`;

const CHECK_ORDER =
  'Checks run in this order: the key, the JSON, `notes` and `requested_tier`, the structure of the manifest (all problems together, in `params.problems`), its `publisher`, the owner of the plugin, the version.';

export const developerOperations: OperationDescriptions = {
  'POST /oidc/exchange': {
    description:
      'The token is that of GitHub Actions, GitLab CI or Forgejo Actions, for the audience of the trust. It is signed with RS256 or ES256, at most ten minutes old and exchanged once. The key has the scopes and the plugin of the trust; it ends after ten minutes, or when the operator ends the trust. Every refusal is the same `auth.exchange_refused`, whatever the reason. Limited to 60 requests per minute for a client address.',
  },
  'GET /developer/v1/me': {
    description:
      '`last_used_at` has a precision of one minute and is null before the first use. The key itself is never returned.',
  },
  'GET /developer/v1/plugins': {
    description:
      'Plugins are ordered by id, releases by submission time. Names and kind come from the newest published version, or from the newest submission when no version is published. Releases in this list have no `signature`, `diff`, `fleet` and `rollout`.',
  },
  'GET /developer/v1/plugins/summaries': {
    description:
      'For people, who look at one page. Ordered by id; names and kind as in `GET /developer/v1/plugins`. `newest` is the newest submission, whatever its status.',
  },
  'GET /developer/v1/plugins/{plugin_id}/releases': {
    description: 'Releases as in `GET /developer/v1/plugins`. A plugin that is not yours has an empty list.',
  },
  'POST /developer/v1/releases': {
    description: `${CHECK_ORDER} A version can be submitted only once; submit a correction as a new version; with \`replaces\`, it takes the place of one that is still under review (else \`catalogue.release_not_under_review\` with \`params.status\`), which is withdrawn in the same commit. When several requests submit the same version at the same time, one of them returns 201. The \`params\` of \`catalogue.version_exists\` show whether the content is the same (\`same_content\`) and the \`status\` of the existing release. \`warnings\` are problems for which instances would refuse the release later.`,
  },
  'POST /developer/v1/checks': {
    description: `Returns the verdict that a submission would get and stores nothing. ${CHECK_ORDER} An \`Idempotency-Key\` has no effect.`,
    changesNothing: true,
  },
  'GET /developer/v1/releases/{plugin_id}/{version}': {
    description:
      'With `wait`, the response is delayed until the release differs from the representation in `If-None-Match` (without that header: from its current state), and sent at once if it already differs. When the time is over, the current release is returned, as 304 if the client has it. A gateway that stops returns 503 with `Retry-After`; send the request again.',
    query: { wait: 'Seconds to wait for a change' },
  },
  'GET /developer/v1/releases/{plugin_id}/{version}/manifest': {
    description:
      '`source` is the text as its author wrote it, null when only JSON was submitted. It never changes, so clients may keep it.',
  },
  'POST /developer/v1/plugins/{plugin_id}/access-codes': {
    description:
      '`code` is returned once; send it to the organisations that may install the plugin. `uses` is how many organisations may use it (any number by default); the same organisation may repeat it. The plugin need not have a private release yet.',
  },
  'GET /developer/v1/plugins/{plugin_id}/access-codes': {
    description:
      '`used` is how many organisations have got access with the code. The codes themselves are not returned.',
  },
  'DELETE /developer/v1/plugins/{plugin_id}/access-codes/{code_id}': {
    description: 'The code works no longer. Organisations that have used it keep their access.',
  },
  'GET /developer/v1/plugins/{plugin_id}/access': {
    description:
      'One access is that of one organisation, which you do not learn, and neither its instance: the `id` is random. `code_id` and `code_label` are those of the access code that the organisation used. Accesses that have ended are included.',
  },
  'DELETE /developer/v1/plugins/{plugin_id}/access/{access_id}': {
    description:
      'The organisation is offered no private release any more, and its installation gets no update to one. What it has installed runs on. Its instance learns of it when it is connected. The organisation may enter another access code, also the same one while that has uses left. To end it again changes nothing.',
  },
  'PUT /developer/v1/plugins/{plugin_id}/deprecation': {
    description:
      'Stores and installations show the reason and the successor, another plugin of yours. New installations are refused with `store.plugin_deprecated` unless they name a version; existing ones run on and get updates. The same deprecation again changes nothing.',
  },
  'DELETE /developer/v1/plugins/{plugin_id}/deprecation': {
    description: 'The plugin can be installed again without a version. To end it again changes nothing.',
  },
  'POST /developer/v1/releases/{plugin_id}/{version}/return': {
    description:
      'Makes a release with the content of the version in the path under the higher `version`. The service repeats the approval of the reviewer who approved that content, and publishes the release in the same commit; its signed predicate names that approval as `basis`. Where reviewers decide on returns, it is submitted as the first in their queue. `params.reason` of `release.return_refused` is `suspended`, `withdrawn`, `never_complete` or `too_old`: not among the last five published versions. `losses` names what of the present version the earlier one does not have. `dry_run` stores nothing and returns 200.',
  },
  'POST /developer/v1/releases/{plugin_id}/{version}/comments': {
    description:
      'Allowed while the release is `submitted` or `in_review`, else `catalogue.release_not_under_review` with `params.status`. `path` is a JSON Pointer into the manifest, empty for the whole release. The comment is in `comments` of the release, for the reviewer and for you. You may make 100 comments on a release (`quota.exceeded`).',
  },
  'POST /developer/v1/releases/{plugin_id}/{version}/appeal': {
    description:
      'Allowed once for a release, from `rejected`, within 30 days of the rejection. The release is `in_review` again, and another reviewer than the one who rejected it decides. Until one takes it, it waits. `params.reason` of `catalogue.transition_invalid` is `already_appealed` or `too_late` for a rejected release; the other `params` have the current, the requested and the allowed statuses.',
  },
  'POST /developer/v1/releases/{plugin_id}/{version}/withdraw': {
    description:
      'Permanent. Allowed from `submitted`, `in_review`, `approved` and `published`; only the operator withdraws a suspended release. A withdrawn version is not installable any more, and its installations keep running. The `params` of `catalogue.transition_invalid` have the current, the requested and the allowed statuses.',
  },
  'POST /developer/v1/releases/{plugin_id}/{version}/rollout': {
    description:
      'While a rollout is halted, no installation moves by itself. Who halted it resumes it, and so does the operator; the current stage then begins again. `complete` moves all installations at once, unless the operator has tightened the stages. The `params` of `catalogue.transition_invalid` have the current, the requested and the allowed states.',
  },
  'GET /developer/v1/usage/months': {
    description:
      'The oldest month first, the current one last. No instance is asked: the figures are those of the last collection, which `GET /developer/v1/usage` of that month makes. `partial` and `final` as there.',
    query: { count: 'How many months: 6 by default' },
  },
  'GET /developer/v1/usage/installations': {
    description:
      'Ordered by plugin and alias. No instance is asked: the figures are those of the last collection, which `GET /developer/v1/usage` of that month makes.',
    query: { plugin_id: 'Only installations of this plugin' },
  },
  'GET /developer/v1/usage/statements': {
    description:
      'A month is closed when every instance has closed it, and at the latest three days after its end (`partial`). A closed statement never changes. Figures that arrive later are adjustments of the next statement (`adjustment_lines`).',
  },
  'GET /developer/v1/usage/statement': {
    description:
      'A DSSE envelope, signed with Ed25519 (described at `/docs/reference/usage` of the hub). `format=ndjson` returns the envelope in the first line, followed by one line for each installation: these are the leaves of the Merkle tree whose root is signed. `kushk usage verify` checks such a file offline. 404 `usage.statement_not_found` while the month is not closed.',
    query: { month: 'Gregorian month as YYYY-MM. Default: the latest closed month', format: '`json` or `ndjson`' },
  },
  'GET /developer/v1/usage/statement/keys': {
    description:
      'The keys of the hub alone, unlike `/.well-known/jwks.json`, which also certifies those of instances and reviewers. Keys that no longer sign are included.',
  },
  'GET /developer/v1/usage': {
    description:
      '`format=csv` returns CSV (described at `/docs/reference/usage` of the hub). All amounts are exact decimals. An alias stands for one installation; it is stable for the publisher and means nothing to others. `partial`: an instance did not respond, its last report is included, and the amounts are minimums. `final`: every instance has closed the month and the amounts do not change any more. A plugin without installations has totals of zero.',
    query: {
      detail:
        '`plugins` for the totals of plugins alone, without `installations`. JSON only; CSV always has the installations',
      month:
        'Gregorian month as YYYY-MM, from 2000-01 to the current one. It begins and ends at midnight in Tehran by the tz database. Default: the current month in Tehran',
    },
  },
};
