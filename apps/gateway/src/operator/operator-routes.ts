import { catalogue, review, type JsonObject, type PageRequest, type QueueFilter } from '@kushk/contracts';
import { pageOf, type QueryReader } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { ReasonBody } from '../developer/developer.dto.js';
import { pageOfAll } from '../http/page-of-all.js';
import { locatedAt, routesBehind, type Ask, type Call, type Route } from '../http/route.js';
import { ApprovalBody, InstanceBody, KeyBody, PublisherBody, RejectionBody } from './operator.dto.js';
import { reviewCommand, type ReviewTarget } from './review-command.js';

const PREFIX = '/operator/v1';
const RELEASE = '/releases/:plugin_id/:version';
const { asking, flowing } = routesBehind<StaffCaller>('staff', PREFIX);
const operator = staffRole('operator');
const reviewer = staffRole('reviewer');
const anyStaff = staffRole('operator', 'reviewer', 'billing');

function target({ params, caller, once }: Call<StaffCaller, unknown, unknown>): ReviewTarget {
  return { plugin_id: params['plugin_id']!, version: params['version']!, by: caller.subject, ...once };
}

const SUBJECT_MOST_CHARACTERS = 255;

/** `requested_tier=none`: submissions without a wish. */
function readQueue(read: QueryReader): Required<QueueFilter> & PageRequest {
  const page = pageOf(read);
  const status = read.oneOf('status', ['submitted', 'in_review', 'approved', 'rejected', 'withdrawn']);
  const tier = read.oneOf('requested_tier', ['community', 'verified', 'private', 'none']);
  return {
    ...page,
    status,
    requested_tier: tier === 'none' ? '' : tier,
    taken_by: read.text('taken_by', SUBJECT_MOST_CHARACTERS),
  };
}

const publisherRoutes: readonly Route[] = [
  asking('POST', '/publishers', {
    summary: 'Add a publisher',
    may: operator,
    body: PublisherBody,
    success: 201,
    asks: catalogue.addPublisher,
    request: ({ body, once }) => ({ id: body.id, name: body.name, ...once }),
    headers: (publisher) => locatedAt(`${PREFIX}/publishers`, publisher.id),
  }),
  asking('GET', '/publishers', {
    summary: 'All publishers',
    may: anyStaff,
    query: pageOf,
    asks: catalogue.listPublishers,
    request: () => ({}),
    shows: ({ items }, { query }) => pageOfAll(items, query, ({ id }) => id),
  }),
  asking('POST', '/publishers/:id/keys', {
    summary: 'Issue a publisher key; its secret is shown this once',
    may: operator,
    body: KeyBody,
    success: 201,
    asks: catalogue.issueKey,
    request: ({ params, body, once }) => ({
      publisher_id: params['id']!,
      label: body.label,
      expires_at: body.expires_at ?? null,
      ...once,
    }),
    headers: ({ key }, { params }) => locatedAt(`${PREFIX}/publishers`, params['id']!, 'keys', key.id),
  }),
  asking('GET', '/publishers/:id/keys', {
    summary: 'The keys of a publisher, newest first',
    may: anyStaff,
    query: pageOf,
    asks: catalogue.listKeys,
    request: ({ params }) => ({ publisher_id: params['id']! }),
    shows: ({ items }, { query }) => pageOfAll(items, query, ({ id }) => id, 'falling'),
  }),
  asking('DELETE', '/publishers/:id/keys/:key_id', {
    summary: 'Revoke a key',
    may: operator,
    success: 204,
    asks: catalogue.revokeKey,
    request: ({ params, once }) => ({ publisher_id: params['id']!, key_id: params['key_id']!, ...once }),
  }),
];

const reviewRoutes: readonly Route[] = [
  asking('GET', '/reviews', {
    summary: 'The queue of reviews, the oldest submission first',
    may: anyStaff,
    query: readQueue,
    asks: review.listReviews,
    request: ({ query: { taken_by, ...query }, caller }) => ({
      ...query,
      taken_by: taken_by === 'me' ? caller.subject : taken_by,
    }),
  }),
  asking('GET', RELEASE, {
    summary: 'A release with its manifest and the automatic checks',
    may: anyStaff,
    asks: catalogue.getReleaseForStaff,
    request: ({ params }) => ({ plugin_id: params['plugin_id']!, version: params['version']! }),
  }),
  asking('GET', `${RELEASE}/history`, {
    summary: 'Who did what with a release, in the order in which it happened',
    may: anyStaff,
    query: pageOf,
    asks: catalogue.releaseHistory,
    request: ({ params, query }) => ({ plugin_id: params['plugin_id']!, version: params['version']!, ...query }),
  }),
  flowing('POST', `${RELEASE}/take`, {
    summary: 'Take a release for review',
    may: reviewer,
    asks: [catalogue.getReleaseForStaff, review.takeReview],
    flow: (call, ask) => reviewCommand({ type: review.takeReview, to: 'in_review' }, target(call), ask),
  }),
  flowing('POST', `${RELEASE}/give_back`, {
    summary: 'Give a release back to the queue',
    may: reviewer,
    asks: [catalogue.getReleaseForStaff, review.giveBackReview],
    flow: (call, ask) => reviewCommand({ type: review.giveBackReview, to: 'submitted' }, target(call), ask),
  }),
  flowing('POST', `${RELEASE}/approve`, {
    summary: 'Approve and sign a release; with publish at once',
    may: reviewer,
    body: ApprovalBody,
    asks: [catalogue.getReleaseForStaff, review.approveRelease],
    flow: (call, ask) => {
      const { tier, notes, publish } = call.body;
      return reviewCommand(
        { type: review.approveRelease, to: 'approved' },
        { ...target(call), tier, notes: notes ?? '', publish: publish ?? false },
        ask,
      );
    },
  }),
  flowing('POST', `${RELEASE}/reject`, {
    summary: 'Reject a release, with the reason',
    may: reviewer,
    body: RejectionBody,
    asks: [catalogue.getReleaseForStaff, review.rejectRelease],
    flow: (call, ask) =>
      reviewCommand({ type: review.rejectRelease, to: 'rejected' }, { ...target(call), notes: call.body.notes }, ask),
  }),
];

const releaseRoutes: readonly Route[] = [
  asking('POST', `${RELEASE}/publish`, {
    summary: 'Publish an approved release to the fleet',
    may: operator,
    asks: catalogue.publishRelease,
    request: target,
  }),
  asking('POST', `${RELEASE}/suspend`, {
    summary: 'Stop a release across the whole fleet',
    may: operator,
    body: ReasonBody,
    asks: catalogue.suspendRelease,
    request: (call) => ({ ...target(call), reason: call.body.reason }),
  }),
  asking('POST', `${RELEASE}/resume`, {
    summary: 'Bring a suspended release back',
    may: operator,
    asks: catalogue.resumeRelease,
    request: target,
  }),
  asking('POST', `${RELEASE}/withdraw`, {
    summary: 'Take a release back for good',
    may: operator,
    body: ReasonBody,
    asks: catalogue.withdrawRelease,
    request: (call) => ({ ...target(call), publisher_id: null, reason: call.body.reason }),
  }),
];

/** What the instance is to pin (`KUSHK_PINNED_HUB_KEYS`), each key only for what its owner may say. */
async function keysToPin(ask: Ask): Promise<{ readonly keys: readonly JsonObject[] }> {
  const [hub, reviewers] = await Promise.all([ask(catalogue.signingKeys, {}), ask(review.signingKeys, {})]);
  return {
    keys: [
      ...hub.reply.keys.map((key) => ({ ...key, signs: 'status' })),
      ...reviewers.reply.keys.map((key) => ({ ...key, signs: 'approval' })),
    ],
  };
}

const instanceRoutes: readonly Route[] = [
  flowing('POST', '/instances', {
    summary: 'Register an instance; the credentials of its link are shown this once',
    may: operator,
    body: InstanceBody,
    success: 201,
    asks: [catalogue.signingKeys, review.signingKeys, catalogue.registerInstance],
    flow: async ({ body, once }, ask) => {
      // First what may fail: credentials that were shown to nobody would be lost.
      const pinned_keys = await keysToPin(ask);
      const { reply, replayed } = await ask(catalogue.registerInstance, {
        id: body.id,
        name: body.name,
        plugin_api: body.plugin_api,
        public_key: body.public_key ?? null,
        ...once,
      });
      return {
        status: 201,
        body: { ...reply, pinned_keys },
        headers: locatedAt(`${PREFIX}/instances`, reply.id),
        replayed,
      };
    },
  }),
  asking('POST', '/instances/:id/rotate', {
    summary: 'New credentials for the link of an instance, shown this once; the old ones end at once',
    may: operator,
    asks: catalogue.rotateInstanceLink,
    request: ({ params, once }) => ({ id: params['id']!, ...once }),
  }),
  asking('GET', '/instances', {
    summary: 'All instances',
    may: anyStaff,
    query: pageOf,
    asks: catalogue.listInstances,
    request: () => ({}),
    shows: ({ items }, { query }) => pageOfAll(items, query, ({ id }) => id),
  }),
  asking('DELETE', '/instances/:id', {
    summary: 'Remove an instance',
    may: operator,
    success: 204,
    asks: catalogue.removeInstance,
    request: ({ params, once }) => ({ id: params['id']!, ...once }),
  }),
];

/** The API of the operator's staff (contract §10). */
export const operatorRoutes: readonly Route[] = [
  ...publisherRoutes,
  ...reviewRoutes,
  ...releaseRoutes,
  ...instanceRoutes,
];
