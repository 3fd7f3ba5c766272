import {
  catalogue,
  catalogueUsage,
  RELEASE_STATUSES,
  review,
  type JsonObject,
  type PageRequest,
  type ReleaseFilter,
} from '@kushk/contracts';
import { bodyOf, pageOf, type QueryReader } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { PublicationBody, publicationSchema, ReasonBody, RolloutBody } from '../developer/developer.dto.js';
import { pageOfList } from '../http/page-of-list.js';
import { locationHeader, routesFor, type SendRequest, type Route } from '../http/route.js';
import { USAGE_DEADLINE_MS, USAGE_FORMATS } from '../usage/respond-with-usage.js';
import { respondWithSettlement } from '../usage/settlement-usage.js';
import { settlementStatementRoutes } from '../usage/statement-routes.js';
import { usageMonth } from '../usage/usage-month.js';
import { hubStaffRoutes } from '../staff/staff-routes.js';
import { operatorAuditRoutes } from './audit-routes.js';
import { keyRoutes } from './key-routes.js';
import { matchingPublishers } from './matching-publishers.js';
import { memberRoutes } from './member-routes.js';
import { InstanceBody, PublisherBody } from './operator.dto.js';
import { trustRoutes } from './trust-routes.js';
import { RELEASE, releaseCommand, reviewRoutes } from './review-routes.js';

const PREFIX = '/operator/v1';
const MONTH_MAX_CHARACTERS = 100;
const { proxyRoute, compositeRoute } = routesFor<StaffCaller>('staff', PREFIX);
const operator = staffRole('operator');
const anyStaff = staffRole('operator', 'reviewer', 'billing');

const SEARCH_MAX_CHARACTERS = 200;
const ID_MAX_CHARACTERS = 128;

const publisherRoutes: readonly Route[] = [
  proxyRoute('POST', '/publishers', {
    summary: 'Add a publisher',
    requires: operator,
    body: bodyOf(PublisherBody),
    success: 201,
    calls: catalogue.addPublisher,
    request: ({ body, idempotency }) => ({ id: body.id, name: body.name, ...idempotency }),
    headers: (publisher) => locationHeader(`${PREFIX}/publishers`, publisher.id),
  }),
  proxyRoute('GET', '/publishers', {
    summary: 'List publishers',
    requires: anyStaff,
    query: (read) => ({
      ...pageOf(read),
      publisher_id: read.text('publisher_id', ID_MAX_CHARACTERS),
      q: read.text('q', SEARCH_MAX_CHARACTERS),
    }),
    calls: catalogue.listPublishers,
    request: () => ({}),
    response: ({ items }, { query: { publisher_id, q, ...page } }) => {
      const requested = publisher_id === null ? items : items.filter(({ id }) => id === publisher_id);
      return pageOfList(matchingPublishers(requested, q), page, { keyOf: ({ id }) => id });
    },
  }),
];

function readReleases(read: QueryReader): ReleaseFilter & PageRequest {
  return {
    ...pageOf(read),
    status: read.oneOf('status', RELEASE_STATUSES),
    publisher_id: read.text('publisher_id', ID_MAX_CHARACTERS),
    plugin_id: read.text('plugin_id', ID_MAX_CHARACTERS),
    q: read.text('q', SEARCH_MAX_CHARACTERS),
    rollout: read.oneOf('rollout', ['stopped']),
    sort: read.oneOf('sort', ['newest', 'oldest', 'changed']),
  };
}

const releaseRoutes: readonly Route[] = [
  proxyRoute('GET', '/releases', {
    summary: 'List the releases of all publishers, by submission or by their last change',
    requires: anyStaff,
    query: readReleases,
    calls: catalogue.findReleases,
    request: ({ query }) => query,
  }),
  proxyRoute('POST', `${RELEASE}/publish`, {
    summary: 'Publish an approved release to all instances',
    requires: operator,
    body: bodyOf(PublicationBody, publicationSchema),
    calls: catalogue.publishRelease,
    request: (call) => ({ ...releaseCommand(call), rollout: call.body.rollout ?? null }),
  }),
  proxyRoute('POST', `${RELEASE}/rollout`, {
    summary: 'Halt, resume or complete the rollout of a release',
    requires: operator,
    body: bodyOf(RolloutBody),
    calls: catalogue.changeRollout,
    request: (call) => ({
      ...releaseCommand(call),
      publisher_id: null,
      action: call.body.action,
      reason: call.body.reason ?? '',
    }),
  }),
  proxyRoute('POST', `${RELEASE}/suspend`, {
    summary: 'Suspend a release on all instances',
    requires: operator,
    body: bodyOf(ReasonBody),
    calls: catalogue.suspendRelease,
    request: (call) => ({ ...releaseCommand(call), reason: call.body.reason }),
  }),
  proxyRoute('POST', `${RELEASE}/resume`, {
    summary: 'Resume a suspended release',
    requires: operator,
    calls: catalogue.resumeRelease,
    request: releaseCommand,
  }),
  proxyRoute('POST', `${RELEASE}/withdraw`, {
    summary: 'Withdraw a release permanently',
    requires: operator,
    body: bodyOf(ReasonBody),
    calls: catalogue.withdrawRelease,
    request: (call) => ({ ...releaseCommand(call), publisher_id: null, reason: call.body.reason }),
  }),
];

/**
 * The public keys that an instance pins (`KUSHK_PINNED_HUB_KEYS`). Each key is listed with the kinds of statements
 * that it may sign.
 */
async function keysToPin(send: SendRequest): Promise<{ readonly keys: readonly JsonObject[] }> {
  const [hub, reviewers] = await Promise.all([send(catalogue.signingKeys, {}), send(review.signingKeys, {})]);
  return {
    keys: [
      ...hub.reply.keys.map((key) => ({ ...key, signs: 'status' })),
      ...reviewers.reply.keys.map((key) => ({ ...key, signs: 'approval' })),
    ],
  };
}

const instanceRoutes: readonly Route[] = [
  compositeRoute('POST', '/instances', {
    operationId: 'registerInstance',
    summary: 'Register an instance; the response shows its link credentials only once',
    requires: operator,
    body: bodyOf(InstanceBody),
    success: 201,
    calls: [catalogue.signingKeys, review.signingKeys, catalogue.registerInstance],
    handle: async ({ body, idempotency }, send) => {
      // The keys must be read before the registration. If reading them failed afterwards, the credentials from the
      // registration would be lost before anyone saw them.
      const pinned_keys = await keysToPin(send);
      const { reply, replayed } = await send(catalogue.registerInstance, {
        id: body.id,
        name: body.name,
        plugin_api: body.plugin_api,
        public_key: body.public_key ?? null,
        ...idempotency,
      });
      return {
        status: 201,
        body: { ...reply, pinned_keys },
        headers: locationHeader(`${PREFIX}/instances`, reply.id),
        replayed,
      };
    },
  }),
  proxyRoute('POST', '/instances/:id/rotate', {
    summary: 'Rotate the link credentials of an instance; the old ones stop working at once',
    requires: operator,
    calls: catalogue.rotateInstanceLink,
    request: ({ params, idempotency }) => ({ id: params['id']!, ...idempotency }),
  }),
  proxyRoute('GET', '/instances', {
    summary: 'List instances',
    requires: anyStaff,
    query: (read) => ({ ...pageOf(read), q: read.text('q', SEARCH_MAX_CHARACTERS) }),
    calls: catalogue.listInstances,
    request: ({ query }) => query,
  }),
  proxyRoute('DELETE', '/instances/:id', {
    summary: 'Remove an instance',
    requires: operator,
    success: 204,
    calls: catalogue.removeInstance,
    request: ({ params, idempotency }) => ({ id: params['id']!, ...idempotency }),
  }),
];

const usageRoute: Route = compositeRoute('GET', '/usage', {
  operationId: 'getSettlementUsage',
  summary: 'Get the usage of one month (in Tehran time) by publisher and plugin, for settlement',
  requires: staffRole('billing'),
  calls: [catalogueUsage.listSettlementUsage],
  query: (read) => ({ month: read.text('month', MONTH_MAX_CHARACTERS), format: read.oneOf('format', USAGE_FORMATS) }),
  deadlineMs: () => USAGE_DEADLINE_MS,
  handle: ({ query, now }, send) =>
    respondWithSettlement({ month: usageMonth(query.month, now), format: query.format ?? 'json', now }, send),
});

/** The API for the operator's staff. */
export const operatorRoutes: readonly Route[] = [
  ...publisherRoutes,
  ...keyRoutes,
  ...trustRoutes,
  ...memberRoutes,
  ...reviewRoutes,
  ...releaseRoutes,
  ...instanceRoutes,
  ...hubStaffRoutes,
  usageRoute,
  ...settlementStatementRoutes,
  ...operatorAuditRoutes,
];
