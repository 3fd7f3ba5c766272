import { catalogue, catalogueUsage, instanceGateway } from '@kushk/contracts';
import { ANY_TAG } from '@kushk/edge';
import type { PublisherCaller } from '../authentication/caller.js';
import { locatedAt, REQUEST_DEADLINE_MS, routesBehind, WAIT_MARGIN_MS, type Route } from '../http/route.js';
import { collectUsage, type UsageCollection } from '../usage/collect-usage.js';
import { usageMonth } from '../usage/usage-month.js';
import { ReasonBody, SubmissionBody } from './developer.dto.js';
import { PluginListings } from './plugin-listings.js';

const PREFIX = '/developer/v1';
const WAIT_MOST_SECONDS = 30;
const { asking, flowing } = routesBehind<PublisherCaller>('publisher', PREFIX);

function submission({ manifest = null, requested_tier = null, notes = null }: SubmissionBody) {
  return { manifest, requested_tier, notes };
}

/** The publisher API (seed: Endpoints). The publisher is always that of the key. */
export function developerRoutes(usage: UsageCollection): readonly Route[] {
  const listings = new PluginListings();
  return [
    flowing('GET', '/me', {
      summary: 'The publisher of the key, and the key itself',
      asks: [catalogue.authenticateKey],
      flow: ({ caller: { publisher, key } }) => {
        const { id, label, last4, created_at, last_used_at, expires_at } = key;
        return Promise.resolve({
          status: 200,
          body: {
            publisher: { id: publisher.id, name: publisher.name },
            key: { id, label, last4, created_at, last_used_at, expires_at },
          },
        });
      },
    }),
    flowing('GET', '/plugins', {
      summary: 'Your plugins, each with all its releases, newest first',
      tagged: true,
      asks: [catalogue.listPlugins, catalogue.listReleases],
      flow: ({ caller }, ask) => listings.of(caller.publisher.id, ask),
    }),
    asking('POST', '/releases', {
      summary: 'Submit a release for review',
      body: SubmissionBody,
      rate: 'submission',
      asks: catalogue.submitRelease,
      request: ({ caller, body, once }) => ({ publisher_id: caller.publisher.id, ...submission(body), ...once }),
      success: 201,
      headers: (release) => locatedAt(`${PREFIX}/releases`, release.plugin_id, release.version),
    }),
    asking('POST', '/checks', {
      summary: 'The verdict on a release without submitting it',
      body: SubmissionBody,
      asks: catalogue.checkRelease,
      request: ({ caller, body }) => ({ publisher_id: caller.publisher.id, ...submission(body) }),
    }),
    asking('GET', '/releases/:plugin_id/:version', {
      summary: 'One release with its status and the note of the reviewer; waits for a change when asked to',
      tagged: true,
      query: (read) => ({ wait_ms: (read.integer('wait', 0, WAIT_MOST_SECONDS) ?? 0) * 1_000 }),
      deadlineMs: ({ wait_ms }) => (wait_ms > 0 ? wait_ms + WAIT_MARGIN_MS : REQUEST_DEADLINE_MS),
      asks: catalogue.getRelease,
      request: ({ caller, params, query: { wait_ms }, ifNoneMatch }) => ({
        publisher_id: caller.publisher.id,
        plugin_id: params['plugin_id']!,
        version: params['version']!,
        ...(wait_ms > 0 && { wait: { ms: wait_ms, unlike: ifNoneMatch.filter((tag) => tag !== ANY_TAG) } }),
      }),
    }),
    asking('POST', '/releases/:plugin_id/:version/withdraw', {
      summary: 'Take a release back before it is published',
      body: ReasonBody,
      asks: catalogue.withdrawRelease,
      request: ({ caller, params, body, once }) => ({
        publisher_id: caller.publisher.id,
        plugin_id: params['plugin_id']!,
        version: params['version']!,
        reason: body.reason,
        by: caller.key.id,
        ...once,
      }),
    }),
    flowing('GET', '/usage', {
      summary: 'Usage of a month, cut in Tehran time, by plugin and installation',
      asks: [catalogue.listPlugins, catalogue.listInstances, instanceGateway.monthlyUsage, catalogueUsage.keepUsage],
      query: (read) => ({ month: read.text('month', 100) }),
      flow: async ({ caller, query, now }, ask) => ({
        status: 200,
        body: await collectUsage(
          { publisherId: caller.publisher.id, month: usageMonth(query.month, now), now },
          usage,
          ask,
        ),
      }),
    }),
  ];
}
