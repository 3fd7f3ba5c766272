/** Reports that the calls to a plugin fail, or that it is silent, so that people are notified. Pure. */
import { accept, unreachable, type Accepted } from '@kushk/decider';
import type { DataOf, EndpointFact } from '../endpoint-facts.js';
import type { Endpoint } from '../endpoint.js';

/** A plugin that fails again and again is reported once in this time. */
export const REPORT_AGAIN_MS = 24 * 3_600_000;

export type ReportHealth = DataOf<'HealthReported'>;

/** Appends no fact for what was reported before, or while the plugin is not called. */
export function reportHealth(report: ReportHealth, endpoint: Endpoint): Accepted<readonly EndpointFact[], null> {
  switch (endpoint.status) {
    case 'unregistered':
    case 'removed':
      return accept([], null);
    case 'registered': {
      const { healthReportedAt, callsAllowed } = endpoint;
      const isNew =
        healthReportedAt === null ||
        (report.since > healthReportedAt && Date.parse(report.at) >= Date.parse(healthReportedAt) + REPORT_AGAIN_MS);
      return accept(callsAllowed && isNew ? [{ type: 'HealthReported', data: report }] : [], null);
    }
    default:
      return unreachable(endpoint);
  }
}
