import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installedAnswered, registered, removed } from '../../../test/endpoint-facts.js';
import type { EndpointFact } from '../endpoint-facts.js';
import { endpointStream, type Endpoint } from '../endpoint.js';
import { reportHealth, type ReportHealth } from './report-health.js';

const failed: ReportHealth = {
  state: 'failing',
  since: '2026-11-20T10:00:00.000Z',
  at: '2026-11-20T10:10:00.000Z',
};
const report =
  (changes: Partial<ReportHealth> = {}) =>
  (endpoint: Endpoint) =>
    reportHealth({ ...failed, ...changes }, endpoint);
const fact = (changes: object = {}): EndpointFact => ({ type: 'HealthReported', data: { ...failed, ...changes } });
const paused: EndpointFact = {
  type: 'AvailabilityChanged',
  data: { availability: 'paused', callsAllowed: false, at },
};

describe('reportHealth', () => {
  it('reports a failure once, and the next one a day later at the earliest', () => {
    const again = { since: '2026-11-20T12:00:00.000Z', at: '2026-11-20T12:10:00.000Z' };
    const nextDay = '2026-11-21T10:10:00.000Z';
    given(endpointStream, registered, installedAnswered)
      .when(report())
      .thenFacts(fact())
      .when(report({ at: nextDay }))
      .thenFacts()
      .when(report(again))
      .thenFacts()
      .when(report({ ...again, at: nextDay }))
      .thenFacts(fact({ ...again, at: nextDay }));
  });

  it('reports nothing while the plugin is paused or removed', () => {
    given(endpointStream, registered, paused).when(report()).thenFacts();
    given(endpointStream, registered, removed).when(report()).thenFacts();
  });
});
