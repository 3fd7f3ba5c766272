/** What the description of the operator API says beside the route table: what each operation means, and every refusal that it knows of its own. */
import type { OperationWords } from '../openapi/operation-words.js';

export const ABOUT_OPERATOR_API = `For the staff of the operator: publishers and their keys, the reviewers' desk, the life of releases, the instances of the fleet.

**Signing in.** Every request carries \`Authorization: Bearer …\`: an access token of the sign-in provider. It says who you are; your roles (\`operator\`, \`reviewer\`, \`billing\`) are the configuration of this hub, read on every request.

**Refusals** are \`application/problem+json\` (RFC 9457). Programs go by \`code\` and \`params\`; \`title\` and \`detail\` are prose, in Persian for who asks with \`Accept-Language: fa\`. Unknown members of a body and unknown query parameters are refused, never ignored.

**Lists** come in pages: \`limit\` (50, at most 200) and \`cursor\`, the \`next_cursor\` of the page before; null is the end.

**Repeats.** A write may carry an \`Idempotency-Key\`. The same key with the same request is answered as it was the first time, with \`Idempotency-Replayed: true\`, for at least 24 hours; with another request it is 409 \`idempotency.conflict\`. Refusals are not kept, and a secret that was shown once is not shown again.`;

const PUBLISHERS = '/operator/v1/publishers';
const KEYS = `${PUBLISHERS}/{id}/keys`;
const RELEASE = '/operator/v1/releases/{plugin_id}/{version}';
const INSTANCES = '/operator/v1/instances';

const MOVE = ['catalogue.release_not_found', 'catalogue.transition_invalid'] as const;
const HELD = [...MOVE, 'review.taken_by_other'] as const;
const FROM_TO = '`catalogue.transition_invalid` says in `params` from where to where, and what is allowed.';
const OTHER_HOLDS = '`review.taken_by_other` says in `params.taken_by` who holds it.';
const TOLD_TO_ALL =
  'The word is signed under the next number of the plugin and goes to every instance; `fleet` shows which of them follow it.';

export const operatorWords: Readonly<Record<string, OperationWords>> = {
  [`POST ${PUBLISHERS}`]: {
    description: 'The `id` is what stands as `publisher` in its manifests. It never changes.',
    refuses: ['catalogue.publisher_exists'],
  },
  [`GET ${PUBLISHERS}`]: { description: 'In the order of their ids.', refuses: ['cursor.invalid'] },
  [`POST ${KEYS}`]: {
    description:
      '`secret` is the key itself; only its hash is kept. In a repeat under the same `Idempotency-Key` it is null: a key that was lost is revoked and another one issued. With `expires_at` it ends then by itself.',
    refuses: ['publisher.not_found'],
  },
  [`GET ${KEYS}`]: {
    description: 'Those that were revoked or have expired too. `last_used_at` is kept to the minute.',
    refuses: ['publisher.not_found', 'cursor.invalid'],
  },
  [`DELETE ${KEYS}/{key_id}`]: {
    description: 'In force for the first request after the answer, on every gateway.',
    refuses: ['key.not_found'],
  },

  'GET /operator/v1/reviews': {
    description:
      'Every release that ever came to the desk. It never changes its place, so a page begins where the last one ended, whatever was decided in between. What has been published, suspended or withdrawn after it was published stays `approved` here. `age_seconds` counts up to this answer.',
    refuses: ['cursor.invalid'],
    query: {
      status: 'Where it stands at the desk',
      requested_tier: 'What the publisher asked for; `none` is without a wish',
      taken_by: 'Who holds it or decided on it: the subject of a reviewer, or `me`',
    },
  },
  [`GET ${RELEASE}`]: {
    description:
      '`checks` are the automatic checks of the submission, always all and in the same order; their problems together are the `warnings` that the publisher was told. `failed`: instances refuse the release for it. `warning`: advice for the reviewer alone. `reach` judges hosts as they are written and sends nothing. `fleet` names instances by their ids.',
    refuses: ['catalogue.release_not_found'],
  },
  [`GET ${RELEASE}/history`]: {
    description:
      'Every move with who made it, the earliest first. `actor` is a publisher with the key that was used, or somebody of the staff with the role in which they acted. Publishers see none of it. What instances have answered stands in `fleet` of the release.',
    refuses: ['catalogue.release_not_found', 'cursor.invalid'],
  },
  [`POST ${RELEASE}/take`]: {
    description: `From \`submitted\`. One reviewer holds a release: of many who reach for it at once, one gets it. ${OTHER_HOLDS} ${FROM_TO}`,
    refuses: HELD,
  },
  [`POST ${RELEASE}/give_back`]: {
    description: `By its holder alone, back to \`submitted\`. ${OTHER_HOLDS} ${FROM_TO}`,
    refuses: HELD,
  },
  [`POST ${RELEASE}/approve`]: {
    description: `By its holder alone, with the final tier; signed over the manifest as it was submitted, and over the image. With \`publish\` it goes to the fleet in the same moment. \`notes\` are read by the publisher. ${OTHER_HOLDS} ${FROM_TO}`,
    refuses: HELD,
  },
  [`POST ${RELEASE}/reject`]: {
    description: `By its holder alone, for good. \`notes\` is the reason that the publisher reads; it may not be blank. ${OTHER_HOLDS} ${FROM_TO}`,
    refuses: HELD,
  },
  [`POST ${RELEASE}/publish`]: { description: `From \`approved\`. ${TOLD_TO_ALL} ${FROM_TO}`, refuses: MOVE },
  [`POST ${RELEASE}/suspend`]: {
    description: `From \`published\`. Calls, tokens and tools of its installations stop, events wait. ${TOLD_TO_ALL} ${FROM_TO}`,
    refuses: MOVE,
  },
  [`POST ${RELEASE}/resume`]: {
    description: `From \`suspended\`, back to \`published\`: what waited is delivered in order. ${TOLD_TO_ALL} ${FROM_TO}`,
    refuses: MOVE,
  },
  [`POST ${RELEASE}/withdraw`]: {
    description: `Final, from every status but \`rejected\` and \`withdrawn\`. It can be installed no more; what was installed runs on, unless it was suspended. Where the fleet knows it, the word goes to every instance. ${FROM_TO}`,
    refuses: MOVE,
  },

  [`POST ${INSTANCES}`]: {
    description:
      'Registering again describes it anew, after an upgrade for example; without `public_key` it keeps the one that it has. `link` has the credentials by which its NATS links to the hub, shown this once; null where none were issued. `pinned_keys` are the public keys to pin there.',
    refuses: [],
  },
  [`GET ${INSTANCES}`]: { description: 'In the order of their ids.', refuses: ['cursor.invalid'] },
  [`POST ${INSTANCES}/{id}/rotate`]: {
    description: '`link` has the new credentials. The old ones, and a link that runs by them, end at once.',
    refuses: ['instance.not_found', 'instance.link_unavailable', 'instance.link_changed'],
  },
  [`DELETE ${INSTANCES}/{id}`]: {
    description: 'It hears no more of releases, its link ends, and no usage is asked of it.',
    refuses: ['instance.not_found'],
  },
};
