/** Facts of one endpoint, for unit tests of the decisions. */
import { endpointStream } from '../src/endpoint/endpoint.js';
import type { Capabilities, EndpointFact } from '../src/endpoint/endpoint-facts.js';
import { feedStream } from '../src/feed/feed.js';

export const at = '2026-11-20T10:00:00.000Z';
export const installationId = 'ins_a';

export const capabilities: Capabilities = {
  baseUrl: 'https://plugin.acme.ir',
  subscribedEvents: ['plugin.paused', 'plugin.resumed'],
  version: '1.0.0',
  scopes: ['records.own'],
};

export const registered = {
  type: 'EndpointRegistered',
  data: { organisationId: 'org_a', pluginId: 'ir.acme.invoices', sealedSecret: 'first', ...capabilities, at },
} satisfies EndpointFact;
/** A plugin that polls, with an address for its tools. */
export const pollingRegistered: EndpointFact = {
  type: 'EndpointRegistered',
  data: { ...registered.data, baseUrl: null, polling: { toolsUrl: 'https://plugin.acme.ir' } },
};
export const installedQueued: EndpointFact = {
  type: 'LifecycleCallQueued',
  data: { deliveryId: 'cal_1', event: 'installed', sealedBody: 'body', at },
};
export const installedAnswered: EndpointFact = { type: 'InstalledAnswered', data: { at } };
export const renewalQueued: EndpointFact = {
  type: 'LifecycleCallQueued',
  data: { deliveryId: 'cal_3', event: 'installed', sealedBody: 'renewed body', nextSealedSecret: 'renewed', at },
};
export const removed: EndpointFact = { type: 'EndpointRemoved', data: { deliveryId: 'cal_2', at } };

/** The streams that a decision about events reads: an endpoint with these facts, and an empty feed. */
export function endpointAndFeed(...facts: readonly EndpointFact[]) {
  return { endpoint: [endpointStream, ...facts], feed: [feedStream] } as const;
}
