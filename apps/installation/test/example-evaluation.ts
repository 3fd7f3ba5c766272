/** Example commands and facts of an evaluation, for the tests of the decisions. They match `example-listing.ts`. */
import type { Problem } from '@kushk/contracts';
import type { StatusStatementFact } from '../src/status-statement/status-statement.js';
import type { EvaluateRelease } from '../src/listing/evaluate-release/evaluate-release.js';
import type { DeferredRelease, ListingFact } from '../src/listing/listing.js';

export const at = '2026-11-20T09:00:00.000Z';
export const release = { pluginId: 'ir.acme.invoices', version: '1.0.0' };

export function evaluation(
  status: EvaluateRelease['status'],
  sequence: number,
  more: Partial<EvaluateRelease> = {},
): EvaluateRelease {
  return {
    ...release,
    status,
    sequence,
    reason: status === 'published' ? null : 'It leaks',
    statedAt: '2026-11-20T08:00:00.000Z',
    isPaced: false,
    tier: 'verified',
    manifest: { id: 'ir.acme.invoices', version: '1.0.0', publisher: 'acme' },
    manifestDigest: 'sha256:1',
    provenance: null,
    statementProblems: [],
    releaseProblems: [],
    deferred: null,
    source: 'hub',
    at,
    ...more,
  };
}

export function problem(code: string): Problem {
  return { code, severity: 'error', path: '', message: '', message_fa: '', stage: 'instance' };
}

export function statusAccepted(sequence: number): StatusStatementFact {
  return { type: 'StatusAccepted', data: { sequence } };
}

/** A release that requires plugin API 1.1. An instance with a lower version rejects it. */
export const deferred = { pluginApi: '1.1', statusChange: { plugin_id: release.pluginId } } as DeferredRelease;
export const incompatible = problem('plugin_api.incompatible');
export const deferredRefusal: ListingFact = {
  type: 'ListingRefused',
  data: { ...release, sequence: 1, problems: [incompatible], source: 'hub', at, deferred },
};
