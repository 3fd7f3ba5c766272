import type { OperationDescriptions } from '../openapi/operation-descriptions.js';

export const ABOUT_OPERATOR_API = `For the staff of the operator: publishers and their keys, reviews, the status of releases, the instances of the fleet.

**Authentication.** Every request has \`Authorization: Bearer …\` with an access token of the OpenID Connect provider. The token identifies you; your roles (\`operator\`, \`reviewer\`, \`billing\`) are stored on this hub and read on every request, so a change counts from the next request on.

**Problems** are \`application/problem+json\` (RFC 9457). Use \`code\` and \`params\` in programs; \`title\` and \`detail\` are prose, in Persian with \`Accept-Language: fa\`. Unknown body members and query parameters are refused, never ignored.

**Lists** are paged: \`limit\` (default 50, at most 200) and \`cursor\`, the \`next_cursor\` of the previous page. A \`next_cursor\` of null marks the last page.

**Idempotency.** A write may have an \`Idempotency-Key\`. For at least 24 hours, the same request with the same key returns the first response again, with \`Idempotency-Replayed: true\`; another request with that key returns 409 \`idempotency.conflict\`. Problem responses are not stored, and a secret is not returned a second time.`;

const PUBLISHERS = '/operator/v1/publishers';
const KEYS = `${PUBLISHERS}/{id}/keys`;
const TRUSTS = `${PUBLISHERS}/{id}/trusts`;
const MEMBERS = `${PUBLISHERS}/{id}/members`;
const RELEASE = '/operator/v1/releases/{plugin_id}/{version}';
const INSTANCES = '/operator/v1/instances';
const STAFF = '/operator/v1/staff';

const TRANSITION_PARAMS =
  'The `params` of `catalogue.transition_invalid` have the current, the requested and the allowed statuses.';
const TAKEN_BY_PARAM = '`params.taken_by` of `review.taken_by_other` names the reviewer who has taken the release.';
const SENT_TO_INSTANCES =
  "The status statement is signed with the plugin's next sequence number and sent to every instance; `fleet` shows which instances have applied it.";

export const operatorOperations: OperationDescriptions = {
  [`POST ${PUBLISHERS}`]: {
    description: 'The `id` is the value of `publisher` in manifests. It never changes.',
  },
  [`GET ${PUBLISHERS}`]: { description: 'Ordered by id.' },
  [`POST ${KEYS}`]: {
    description:
      '`secret` is the key itself; the hub stores only its hash. A repeat with the same `Idempotency-Key` returns null for it: revoke a lost key and issue another one. A key with `expires_at` stops working at that time. `scopes`: `read` (me, plugins, releases), `submit` (checks, submissions), `usage` (usage, statements), `access` (access codes), `manage` (withdraw, return, deprecation). With `plugin_id`, other plugins look to the key as if they did not exist.',
  },
  [`GET ${KEYS}`]: {
    description: 'Includes revoked and expired keys. `last_used_at` has a precision of one minute.',
  },
  'GET /operator/v1/notifications': {
    description:
      'What needs your attention at this moment, and the comments of the last 30 days (described at `/docs/reference/notifications` of the hub). Operators get every kind but `release_commented`, which is for the reviewer who holds the release; reviewers get neither `instance_silent` nor `key_expiring`. `unread` counts all pages.',
    query: { kind: 'Only this kind, also in `unread`, and also when you do not want it on the page' },
  },
  'POST /operator/v1/notifications/read': {
    description: 'Up to `until`; without it, all that happened until now. A mark is never moved back.',
  },
  'GET /operator/v1/notifications/preferences': {
    description:
      'Of each kind that your roles get. `email` beside `kinds` says whether mails reach you; what you want as a member of publishers is stored apart (`/portal/v1`).',
  },
  'PUT /operator/v1/notifications/preferences': {
    description:
      'Replaces all; a kind that is absent gets its default (`page`: true, `email`: `off`). What you choose for kinds of other roles counts once you have the role.',
  },
  'GET /operator/v1/registry': {
    description:
      '`accounts` says who pushes: `publisher_keys` (each publisher, with keys of `purpose` `registry`), `shared` (all publishers with the account in `user` and `password`) or `none` (the registry asks nobody). `registry.not_found`: no registry is configured (`KUSHK_REGISTRY_URL`).',
  },
  [`DELETE ${KEYS}/{key_id}`]: {
    description: 'The key stops working on every gateway before this response is sent.',
  },

  [`POST ${TRUSTS}`]: {
    description:
      'Tokens of `issuer` for `audience` that have every claim of `claims` can be exchanged (`POST /oidc/exchange`). In a pattern, `*` stands for any text without `/` and `:`. `claims` names the repository in full (`repository` or `project_path`) with its id (`repository_id` or `project_id`; Forgejo may lack it), and the branch or environment (`ref`, `ref_path`, `sub` or `environment`). Described at `/docs/publishing` of the hub.',
  },
  [`GET ${TRUSTS}`]: { description: 'Includes trusts that have ended or expired.' },
  [`DELETE ${TRUSTS}/{trust_id}`]: {
    description:
      'No token is exchanged any more, and the keys of the trust stop working, before this response is sent.',
  },

  [`POST ${MEMBERS}`]: {
    description:
      '`subject` is the `sub` claim of the access tokens of this person. The person may use the portal of the publisher from the next request on, with everything but issuing keys. A person may belong to several publishers.',
  },
  [`GET ${MEMBERS}`]: { description: 'Ordered by id.' },
  [`DELETE ${MEMBERS}/{member_id}`]: {
    description: 'The person may not use the portal of the publisher from the next request on, on every gateway.',
  },

  'GET /operator/v1/reviews': {
    description:
      'Every release that was ever submitted for review. `order` is `oldest` (by the time of the submission, the default) or `newest`; a review keeps its position, so the next page continues where the last one ended, whatever was decided in between. `counts` has the number of reviews of each status that match the other filters; 1000 stands for 1000 or more. A release stays `approved` here after it was published, suspended or withdrawn; `release_status` says what it is now. `diff_class` is the class of the `diff` of the release, which compares it with the newest version that is published now while it is under review or waits for its publication, otherwise with that of then. `replaces` names the version whose place a submission took, and who had requested changes of it. `age_seconds` is relative to the time of the response.',
    query: {
      status: 'Status of the review',
      requested_tier: 'Tier that the publisher requested; `none` selects submissions without one',
      taken_by: 'Subject of the reviewer who has taken or decided it, or `me`',
      open_for:
        'Subject of a reviewer, or `me`: the releases under review that this reviewer holds, and the answers to changes that this reviewer requested, until a reviewer takes them',
      q: 'Words of the names or the id of the plugin, the version or the id of the publisher; each matches as a beginning',
      order: '`oldest` or `newest`',
    },
  },
  'GET /operator/v1/releases': {
    description:
      'Releases in every status. `q` finds Persian in any spelling. With `sort=changed`, a release that changes while its list is read moves to the first page.',
    query: {
      status: 'Status of the release',
      publisher_id: 'Id of the publisher',
      plugin_id: 'Id of the plugin',
      q: 'Words of the names or the id of the plugin, the version or the id of the publisher; each matches as a beginning',
      rollout: '`stopped`: the published releases whose rollout was halted, or ended with a suspension',
      sort: '`newest` (submission, the default), `oldest`, or `changed`: the last change first',
    },
  },
  [`GET ${RELEASE}`]: {
    description:
      '`checks` are the automatic checks of the submission, always complete and in the same order; their problems are the `warnings` that the publisher received. `failed`: instances refuse the release because of it. `warning`: a hint for the reviewer only. `reach` checks host names as text and sends no request. `fleet` names instances by id.',
  },
  [`GET ${RELEASE}/history`]: {
    description:
      'Every transition with its actor, the oldest first. `actor` is a publisher with the key that was used, or a member of the staff with the role in which they acted. Publishers cannot read the history. The evaluations of instances are in `fleet` of the release.',
  },
  [`GET ${RELEASE}/denied_attempts`]: {
    description:
      'For plugins of kind `instance`. The instances are asked while the request waits, at most two seconds each; `instances.silent` is how many did not answer and are not counted. `host` is the registered domain of a name (`*.acme.ir`), `private` for addresses of private networks, or `*` for what is counted together; `instances` says on how many it was denied. Nothing identifies an organisation or an installation.',
  },
  [`POST ${RELEASE}/take`]: {
    description: `Allowed from \`submitted\`, and from \`in_review\` for an appeal that nobody has taken, except to the reviewer who rejected the release (\`review.other_reviewer_required\`). One reviewer at a time can take a release; of concurrent requests, one succeeds. ${TAKEN_BY_PARAM} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/give_back`]: {
    description: `Returns the release to \`submitted\`, an appeal to \`in_review\` without a reviewer. Allowed only for the reviewer who has taken it. ${TAKEN_BY_PARAM} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/approve`]: {
    description: `Allowed only for the reviewer who has taken the release. Sets the final tier and signs the submitted manifest and the image. With \`publish\`, the release is sent to all instances at once. The publisher can read \`notes\`. ${TAKEN_BY_PARAM} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/request-changes`]: {
    description: `Allowed only for the reviewer who has taken the release, any number of times; the release stays with the reviewer. \`notes\` and \`comments\` become \`comments\` of the release, which its publisher reads and answers without learning who wrote them. The publisher may submit a version that \`replaces\` this one. Reviewers may make 100 comments on a release (\`quota.exceeded\`). ${TAKEN_BY_PARAM} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/reject`]: {
    description: `Final but for one appeal of the publisher, and allowed only for the reviewer who has taken the release. \`notes\` is the reason for the publisher and must not be blank. ${TAKEN_BY_PARAM} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/publish`]: {
    description: `Allowed from \`approved\`. With \`rollout\`, its stages replace those of the publisher, which they may tighten and never widen; the publisher can then halt the rollout and not complete it. ${SENT_TO_INSTANCES} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/suspend`]: {
    description: `Allowed from \`published\`. Calls, tokens and tools of its installations stop; events are queued. ${SENT_TO_INSTANCES} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/resume`]: {
    description: `Allowed from \`suspended\`; the release becomes \`published\` again, and queued events are delivered in order. ${SENT_TO_INSTANCES} ${TRANSITION_PARAMS}`,
  },
  [`POST ${RELEASE}/rollout`]: {
    description:
      'While a rollout is halted, no installation moves by itself. An operator also resumes what the publisher halted; the current stage then begins again. What an operator halted, the publisher cannot resume. A rollout that ended with a suspension is resumed after the release is. The `params` of `catalogue.transition_invalid` have the current, the requested and the allowed states.',
  },
  [`POST ${RELEASE}/withdraw`]: {
    description: `Permanent. Allowed from every status except \`rejected\` and \`withdrawn\`. The release cannot be installed any more; existing installations keep running unless they are suspended. If the release was ever published, the status statement is sent to every instance. ${TRANSITION_PARAMS}`,
  },

  [`POST ${INSTANCES}`]: {
    description:
      'Registering an existing instance again updates it, for example after an upgrade; without `public_key` its key stays the same. `link` has the credentials with which its NATS server connects to the hub. They are returned only once; null when none were issued. `pinned_keys` are the public keys that the instance has to pin.',
  },
  [`GET ${INSTANCES}`]: {
    description:
      'Ordered by id. `health` says whether the instance answers the status statements that the hub sends, from the newest 200: `unconnected` until its first report, `lagging` while some wait, `silent` when one has waited for over a minute.',
  },
  [`POST ${INSTANCES}/{id}/rotate`]: {
    description:
      '`link` has the new credentials. The old ones stop working at once, and a connection that uses them is closed.',
  },
  [`DELETE ${INSTANCES}/{id}`]: {
    description: 'The instance receives no more releases, its connection is closed, and no usage is requested from it.',
  },

  [`POST ${STAFF}`]: {
    description:
      '`subject` is the `sub` claim of the access tokens of this person. The roles count from the next request on. The configuration (`KUSHK_FIRST_OPERATOR`) names only the first operator.',
  },
  [`GET ${STAFF}`]: { description: 'Ordered by id.' },
  [`PATCH ${STAFF}/{id}`]: {
    description:
      'Fields that are absent or null stay as they are. The roles count from the next request on, on every gateway. At least one person always has the role `operator`.',
  },
  [`DELETE ${STAFF}/{id}`]: {
    description: 'The person has no role from the next request on, although the access token has not expired.',
  },
  'GET /operator/v1/usage': {
    description:
      'The figures that the hub has stored, without a request to the instances: `partial` while an instance has not closed the month, `final` when every instance has. The hub collects past months by itself until they are final. `format=csv` returns CSV (described at `/docs/reference/usage` of the hub).',
    query: { month: 'Gregorian month as YYYY-MM. Default: the current month in Tehran', format: '`json` or `csv`' },
  },
  'GET /operator/v1/publishers/{id}/usage/statements': {
    description:
      'What is settled with a publisher: the totals of a statement include its adjustments of earlier months. A closed statement never changes.',
  },
  'GET /operator/v1/publishers/{id}/usage/statement': {
    description:
      'The same document that the publisher gets: a DSSE envelope, with `format=ndjson` followed by its lines (described at `/docs/reference/usage` of the hub).',
    query: { month: 'Gregorian month as YYYY-MM. Default: the latest closed month', format: '`json` or `ndjson`' },
  },
  'GET /operator/v1/audit': {
    description:
      'Publishers, keys, reviews, releases, instances and staff: who did what (described at `/docs/reference/audit` of the hub). A page may have fewer entries than `limit`, or none, and a `next_cursor` all the same: then further entries may match. `format=ndjson` returns all entries, one per line, and `format=csv` all of them as CSV, without `limit`. The id of an entry is a cursor, with which an interrupted export continues.',
    query: { format: '`json`, `ndjson` or `csv`' },
  },
};
