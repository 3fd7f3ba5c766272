/** The routes of reviewers, and the reading of releases for all staff. */
import {
  catalogue,
  review,
  REVIEW_STATUSES,
  type PageRequest,
  type QueueFilter,
  type QueueOrder,
  type ReviewList,
} from '@kushk/contracts';
import { bodyOf, pageOf, type QueryReader } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type RouteResponse, type SendRequest } from '../http/route.js';
import { ApprovalBody, ChangesBody, changesSchema, RejectionBody } from './operator.dto.js';
import { runReviewCommand, type ReviewCommand } from './review-command.js';

export const RELEASE = '/releases/:plugin_id/:version';
const { proxyRoute, compositeRoute } = routesFor<StaffCaller>('staff', '/operator/v1');
const reviewer = staffRole('reviewer');
const anyStaff = staffRole('operator', 'reviewer', 'billing');
const SUBJECT_MAX_CHARACTERS = 255;
const SEARCH_MAX_CHARACTERS = 200;

/** The fields of every command about a release. */
export function releaseCommand({ params, caller, idempotency }: Call<StaffCaller, unknown, unknown>): ReviewCommand {
  return { plugin_id: params['plugin_id']!, version: params['version']!, by: caller.subject, ...idempotency };
}

/** `requested_tier=none` selects submissions that request no tier. */
type QueueQuery = Required<QueueFilter> & PageRequest & { readonly order: QueueOrder | null };

function readQueue(read: QueryReader): QueueQuery {
  const page = pageOf(read);
  const status = read.oneOf('status', REVIEW_STATUSES);
  const tier = read.oneOf('requested_tier', ['community', 'verified', 'private', 'none']);
  return {
    ...page,
    status,
    requested_tier: tier === 'none' ? '' : tier,
    taken_by: read.text('taken_by', SUBJECT_MAX_CHARACTERS),
    open_for: read.text('open_for', SUBJECT_MAX_CHARACTERS),
    q: read.text('q', SEARCH_MAX_CHARACTERS),
    order: read.oneOf('order', ['oldest', 'newest']),
  };
}

/** The review service knows what reviewers did; what a release is now, and with what it is compared, the catalogue. */
async function listReviews(
  { query, caller }: Call<StaffCaller, object, QueueQuery>,
  send: SendRequest,
): Promise<RouteResponse<ReviewList>> {
  const subjectOf = (name: string | null): string | null => (name === 'me' ? caller.subject : name);
  const { taken_by, open_for } = query;
  const filter = { ...query, taken_by: subjectOf(taken_by), open_for: subjectOf(open_for) };
  const { reply: page } = await send(review.listReviews, filter);
  const releases = page.items.map(({ plugin_id, version }) => ({ plugin_id, version }));
  const states = releases.length === 0 ? [] : (await send(catalogue.listReleaseStates, { releases })).reply.items;
  const stateOf = new Map(states.map((state) => [`${state.plugin_id}@${state.version}`, state]));
  const items = page.items.map((item) => {
    const state = stateOf.get(`${item.plugin_id}@${item.version}`);
    return { ...item, diff_class: state?.diff_class ?? null, release_status: state?.status ?? item.status };
  });
  return { status: 200, body: { ...page, items } };
}

export const reviewRoutes: readonly Route[] = [
  compositeRoute('GET', '/reviews', {
    operationId: 'listReviews',
    summary: 'List reviews, with counts per status',
    requires: anyStaff,
    query: readQueue,
    calls: [review.listReviews, catalogue.listReleaseStates],
    handle: listReviews,
  }),
  proxyRoute('GET', RELEASE, {
    operationId: 'getRelease',
    summary: 'Get a release with its manifest and the automatic checks',
    requires: anyStaff,
    calls: catalogue.getReleaseForStaff,
    request: ({ params }) => ({ plugin_id: params['plugin_id']!, version: params['version']! }),
  }),
  proxyRoute('GET', `${RELEASE}/history`, {
    operationId: 'listReleaseHistory',
    summary: 'Get the history of a release, oldest entry first',
    requires: anyStaff,
    query: pageOf,
    calls: catalogue.releaseHistory,
    request: ({ params, query }) => ({ plugin_id: params['plugin_id']!, version: params['version']!, ...query }),
  }),
  compositeRoute('POST', `${RELEASE}/take`, {
    operationId: 'takeReview',
    summary: 'Take a release for review',
    requires: reviewer,
    calls: [catalogue.getReleaseForStaff, review.takeReview],
    handle: (call, send) => runReviewCommand({ type: review.takeReview, to: 'in_review' }, releaseCommand(call), send),
  }),
  compositeRoute('POST', `${RELEASE}/give_back`, {
    operationId: 'giveBackReview',
    summary: 'Return a release to the queue',
    requires: reviewer,
    calls: [catalogue.getReleaseForStaff, review.giveBackReview],
    handle: (call, send) =>
      runReviewCommand({ type: review.giveBackReview, to: 'submitted' }, releaseCommand(call), send),
  }),
  compositeRoute('POST', `${RELEASE}/approve`, {
    operationId: 'approveRelease',
    summary: 'Approve and sign a release, and optionally publish it',
    requires: reviewer,
    body: bodyOf(ApprovalBody),
    calls: [catalogue.getReleaseForStaff, review.approveRelease],
    handle: (call, send) => {
      const { tier, notes, publish } = call.body;
      return runReviewCommand(
        { type: review.approveRelease, to: 'approved' },
        { ...releaseCommand(call), tier, notes: notes ?? '', publish: publish ?? false },
        send,
      );
    },
  }),
  compositeRoute('POST', `${RELEASE}/request-changes`, {
    operationId: 'requestChanges',
    summary: 'Request changes, with comments on lines of the manifest',
    requires: reviewer,
    body: bodyOf(ChangesBody, changesSchema),
    calls: [catalogue.getReleaseForStaff, review.requestChanges],
    handle: (call, send) =>
      runReviewCommand(
        { type: review.requestChanges, to: 'in_review' },
        { ...releaseCommand(call), notes: call.body.notes, comments: call.body.comments ?? null },
        send,
      ),
  }),
  compositeRoute('POST', `${RELEASE}/reject`, {
    operationId: 'rejectRelease',
    summary: 'Reject a release with a reason',
    requires: reviewer,
    body: bodyOf(RejectionBody),
    calls: [catalogue.getReleaseForStaff, review.rejectRelease],
    handle: (call, send) =>
      runReviewCommand(
        { type: review.rejectRelease, to: 'rejected' },
        { ...releaseCommand(call), notes: call.body.notes },
        send,
      ),
  }),
];
