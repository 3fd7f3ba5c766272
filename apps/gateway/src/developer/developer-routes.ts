import { catalogue, instanceGateway } from '@kushk/contracts';
import type { PublisherCaller } from '../authentication/caller.js';
import { locatedAt, routesBehind, type Route } from '../http/route.js';
import { collectUsage, type UsageCollection } from '../usage/collect-usage.js';
import { usageMonth } from '../usage/usage-month.js';
import { ReasonBody, SubmissionBody } from './developer.dto.js';

const PREFIX = '/developer/v1';
const { asking, flowing } = routesBehind<PublisherCaller>('publisher', PREFIX);

function submission({ manifest = null, requested_tier = null, notes = null }: SubmissionBody) {
  return { manifest, requested_tier, notes };
}

/** The publisher API (seed: Endpoints). The publisher is always that of the key. */
export function developerRoutes(usage: UsageCollection): readonly Route[] {
  return [
    flowing('GET', '/me', {
      summary: 'The publisher of the key, and the key itself',
      asks: [catalogue.authenticateKey],
      flow: ({ caller: { publisher, key } }) => {
        const { id, label, last4, created_at, last_used_at, expires_at } = key;
        return Promise.resolve({ status: 200, body: { publisher: { id: publisher.id, name: publisher.name }, key: { id, label, last4, created_at, last_used_at, expires_at } } });
      },
    }),
    asking('GET', '/plugins', {
      summary: 'Your plugins, each with all its releases, newest first',
      asks: catalogue.listPlugins,
      request: ({ caller }) => ({ publisher_id: caller.publisher.id }),
    }),
    asking('POST', '/releases', {
      summary: 'Submit a release for review',
      body: SubmissionBody,
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
      summary: 'One release with its status and the note of the reviewer',
      asks: catalogue.getRelease,
      request: ({ caller, params }) => ({ publisher_id: caller.publisher.id, plugin_id: params['plugin_id']!, version: params['version']! }),
    }),
    asking('POST', '/releases/:plugin_id/:version/withdraw', {
      summary: 'Take a release back before it is published',
      body: ReasonBody,
      asks: catalogue.withdrawRelease,
      request: ({ caller, params, body }) => ({
        publisher_id: caller.publisher.id, plugin_id: params['plugin_id']!, version: params['version']!, reason: body.reason, by: caller.key.id,
      }),
    }),
    flowing('GET', '/usage', {
      summary: 'Usage of a month, cut in Tehran time, by plugin and installation',
      asks: [catalogue.listPlugins, catalogue.listInstances, instanceGateway.monthlyUsage],
      query: (read) => ({ month: read.text('month', 100) }),
      flow: async ({ caller, query, now }, ask) => ({
        status: 200,
        body: await collectUsage({ publisherId: caller.publisher.id, month: usageMonth(query.month, now), now }, usage, ask),
      }),
    }),
  ];
}
