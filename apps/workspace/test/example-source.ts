/** A source, for unit tests of the decisions. */
import type { SourceFact, Submitted } from '../src/source/source.js';
import type { SubmitSource } from '../src/source/submit-source/submit-source.js';

export const at = '2026-11-20T08:00:00.000Z';
export const submitting: SubmitSource = {
  sourceId: 'src_1',
  installationId: 'ins_1',
  organisationId: 'org_1',
  pluginId: 'ir.acme.invoices',
  externalId: 'scan-7',
  kind: 'document',
  title: 'فاکتور ۷',
  contentType: 'application/pdf',
  digest: 'a'.repeat(64),
  size: 1_000,
  occurredAt: at,
  onBehalfOf: null,
  inputHash: 'h1',
  at,
};
export function submitted(over: Partial<Submitted> = {}): SourceFact {
  const { inputHash: _inputHash, ...data } = submitting;
  return { type: 'SourceSubmitted', data: { ...data, ...over } };
}
export const member = { id: 'per_1', role: 'member' } as const;
export const admin = { id: 'per_2', role: 'admin' } as const;
