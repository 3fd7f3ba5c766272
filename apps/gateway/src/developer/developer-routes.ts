import { catalogue, catalogueConversation, catalogueDeprecations, RELEASE_STATUSES } from '@kushk/contracts';
import { ANY_TAG, bodyOf, pageOf } from '@kushk/edge';
import type { PublisherCaller } from '../authentication/caller.js';
import {
  locationHeader,
  REQUEST_DEADLINE_MS,
  routesFor,
  WAIT_MARGIN_MS,
  type Call,
  type Route,
} from '../http/route.js';
import { usageRoutes } from '../usage/usage-routes.js';
import { accessCodeRoutes } from './access-code-routes.js';
import {
  AppealBody,
  CommentBody,
  DeprecationBody,
  ReasonBody,
  RolloutBody,
  SubmissionBody,
  submissionSchema,
} from './developer.dto.js';
import { exchangeRoutes } from './exchange-routes.js';
import { checkManifestPlugin, keyScope, onlyPlugin, requestedPlugin, type ForPublisher } from './key-scope.js';
import { PluginListings } from './plugin-listings.js';
import { returnRoutes } from './return-routes.js';

const PREFIX = '/developer/v1';
const RELEASE = '/releases/:plugin_id/:version';
const WAIT_MAX_SECONDS = 30;
const PLUGIN_ID_MAX_CHARACTERS = 128;
const SEARCH_MAX_CHARACTERS = 200;
const submissionBody = bodyOf(SubmissionBody, submissionSchema);
const ofKey = routesFor<PublisherCaller>('publisher', PREFIX);
const { proxyRoute, compositeRoute } = routesFor<ForPublisher>('publisher', PREFIX);

type PublisherCall = Call<ForPublisher, unknown, unknown>;
const byPublisher = ({ caller }: PublisherCall) => ({ publisher_id: caller.publisher.id });
const authorOf = ({ caller }: PublisherCall) => ({ by: 'key' in caller ? caller.key.id : caller.member.id });
const ofPlugin = (call: PublisherCall) => ({ ...byPublisher(call), plugin_id: call.params['plugin_id']! });
const ofRelease = (call: PublisherCall) => ({
  ...byPublisher(call),
  plugin_id: call.params['plugin_id']!,
  version: call.params['version']!,
});

/** The body of a submission or a check. A key of one plugin gets no answer about another. */
function submitted(call: Call<ForPublisher, SubmissionBody, unknown>) {
  checkManifestPlugin(call.caller, call.body.manifest);
  return { ...call.body, ...byPublisher(call) };
}

const keyRoutes: readonly Route[] = [
  ofKey.compositeRoute('GET', '/me', {
    operationId: 'getMe',
    summary: 'Get the publisher and the key of this request',
    requires: keyScope('read'),
    calls: [catalogue.authenticateKey],
    handle: ({ caller: { publisher, key } }) => {
      const { id, label, last4, created_at, last_used_at, expires_at, scopes, plugin_id } = key;
      return Promise.resolve({
        status: 200,
        body: {
          publisher: { id: publisher.id, name: publisher.name },
          key: { id, label, last4, created_at, last_used_at, expires_at, scopes, plugin_id },
        },
      });
    },
  }),
];

function pluginRoutes(listings: PluginListings): readonly Route[] {
  return [
    compositeRoute('GET', '/plugins', {
      operationId: 'listPlugins',
      summary: 'List your plugins, each with all its releases, newest first',
      requires: keyScope('read'),
      conditionalRead: true,
      calls: [catalogue.listPlugins, catalogue.listReleases],
      handle: ({ caller }, send) => listings.of({ publisherId: caller.publisher.id, only: onlyPlugin(caller) }, send),
    }),
    proxyRoute('GET', '/plugins/summaries', {
      summary: 'List your plugins, each with its newest release alone',
      requires: keyScope('read'),
      query: (read) => ({
        ...pageOf(read),
        plugin_id: read.text('plugin_id', PLUGIN_ID_MAX_CHARACTERS),
        q: read.text('q', SEARCH_MAX_CHARACTERS),
        status: read.oneOf('status', RELEASE_STATUSES),
        sort: read.oneOf('sort', ['id', 'newest']),
      }),
      calls: catalogue.listPluginSummaries,
      request: (call) => ({
        ...byPublisher(call),
        ...call.query,
        plugin_id: requestedPlugin(call.caller, call.query.plugin_id),
      }),
    }),
    proxyRoute('GET', '/plugins/:plugin_id/releases', {
      summary: 'List the releases of a plugin, newest submission first',
      requires: keyScope('read'),
      query: pageOf,
      calls: catalogue.listReleases,
      request: (call) => ({ ...byPublisher(call), ...call.query, plugin_ids: [call.params['plugin_id']!] }),
    }),
  ];
}

const deprecationRoutes: readonly Route[] = [
  proxyRoute('PUT', '/plugins/:plugin_id/deprecation', {
    summary: 'Deprecate a plugin',
    requires: keyScope('manage'),
    body: bodyOf(DeprecationBody),
    calls: catalogueDeprecations.deprecatePlugin,
    request: (call) => ({
      ...ofPlugin(call),
      reason: call.body.reason,
      successor: call.body.successor ?? null,
      ...authorOf(call),
      ...call.idempotency,
    }),
  }),
  proxyRoute('DELETE', '/plugins/:plugin_id/deprecation', {
    summary: 'End the deprecation of a plugin',
    requires: keyScope('manage'),
    success: 204,
    calls: catalogueDeprecations.endDeprecation,
    request: (call) => ({ ...ofPlugin(call), ...authorOf(call), ...call.idempotency }),
  }),
];

const releaseRoutes: readonly Route[] = [
  proxyRoute('POST', '/releases', {
    summary: 'Submit a release for review',
    requires: keyScope('submit'),
    body: submissionBody,
    extraRateLimit: 'submission',
    calls: catalogue.submitRelease,
    request: (call) => ({ ...submitted(call), ...call.idempotency }),
    success: 201,
    headers: (release) => locationHeader(`${PREFIX}/releases`, release.plugin_id, release.version),
  }),
  proxyRoute('POST', '/checks', {
    summary: 'Check a release without submitting it',
    requires: keyScope('submit'),
    body: submissionBody,
    extraRateLimit: 'submission',
    calls: catalogue.checkRelease,
    request: submitted,
  }),
  proxyRoute('GET', RELEASE, {
    summary: 'Get a release with its status and the notes of the reviewer; can wait for a change',
    requires: keyScope('read'),
    conditionalRead: true,
    query: (read) => ({ wait_ms: (read.integer('wait', 0, WAIT_MAX_SECONDS) ?? 0) * 1_000 }),
    deadlineMs: ({ wait_ms }) => (wait_ms > 0 ? wait_ms + WAIT_MARGIN_MS : REQUEST_DEADLINE_MS),
    calls: catalogue.getRelease,
    request: (call) => ({ ...ofRelease(call), ...waitFor(call.query.wait_ms, call.ifNoneMatch) }),
  }),
  proxyRoute('GET', `${RELEASE}/manifest`, {
    operationId: 'getManifest',
    summary: 'Get the manifest of a release, with its text where it was submitted',
    requires: keyScope('read'),
    conditionalRead: true,
    calls: catalogue.getManifest,
    request: ofRelease,
  }),
  proxyRoute('POST', `${RELEASE}/withdraw`, {
    summary: 'Withdraw a release permanently',
    requires: keyScope('manage'),
    body: bodyOf(ReasonBody),
    calls: catalogue.withdrawRelease,
    request: (call) => ({
      ...ofRelease(call),
      reason: call.body.reason,
      ...authorOf(call),
      ...call.idempotency,
    }),
  }),
  proxyRoute('POST', `${RELEASE}/rollout`, {
    summary: 'Halt, resume or complete the rollout of a release',
    requires: keyScope('manage'),
    body: bodyOf(RolloutBody),
    calls: catalogue.changeRollout,
    request: (call) => ({
      ...ofRelease(call),
      action: call.body.action,
      reason: call.body.reason ?? '',
      ...authorOf(call),
      ...call.idempotency,
    }),
  }),
];

const conversationRoutes: readonly Route[] = [
  proxyRoute('POST', `${RELEASE}/comments`, {
    summary: 'Comment on a release under review, or answer its reviewer',
    requires: keyScope('submit'),
    body: bodyOf(CommentBody),
    calls: catalogueConversation.commentOnRelease,
    request: (call) => ({
      ...ofRelease(call),
      path: call.body.path ?? '',
      text: call.body.text,
      ...authorOf(call),
      ...call.idempotency,
    }),
    success: 201,
  }),
  proxyRoute('POST', `${RELEASE}/appeal`, {
    summary: 'Appeal against the rejection of a release',
    requires: keyScope('submit'),
    body: bodyOf(AppealBody),
    calls: catalogueConversation.appealRejection,
    request: (call) => ({ ...ofRelease(call), text: call.body.text, ...authorOf(call), ...call.idempotency }),
  }),
];

/**
 * The parameters of a long poll: the catalogue replies when the release's ETag differs from every ETag that the
 * client sent, or when the wait time ends.
 */
function waitFor(timeout_ms: number, tags: readonly string[]) {
  return timeout_ms === 0 ? {} : { wait: { timeout_ms, known_tags: tags.filter((tag) => tag !== ANY_TAG) } };
}

/** The routes of a publisher, for its keys and for its people. */
export function publisherRoutes(): readonly Route[] {
  return [
    ...pluginRoutes(new PluginListings()),
    ...deprecationRoutes,
    ...releaseRoutes,
    ...conversationRoutes,
    ...returnRoutes,
    ...accessCodeRoutes,
    ...usageRoutes(),
  ];
}

/** The publisher API. The publisher is always the owner of the key that authenticates the request. */
export function developerRoutes(shared: readonly Route[]): readonly Route[] {
  return [...exchangeRoutes, ...keyRoutes, ...shared];
}
