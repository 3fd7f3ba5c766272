/** One case and one proposal about it, as the specs of the decisions tell them. */
import type { CaseFact, CaseFields } from '../case/case.js';
import { NEW_CASE } from '../case/case.js';
import type { MakeProposal } from './make-proposal/make-proposal.js';
import type { ExternalIdFact, ProposalFact } from './proposal.js';

export const at = '2026-11-20T09:00:00.000Z';
const by = { personId: 'per_1', proposalId: null };
export const opened = (fields: Partial<CaseFields> = {}): CaseFact => ({
  type: 'CaseCreated',
  data: { caseId: 'cas_1', organisationId: 'org_1', fields: { ...NEW_CASE, title: 'Case 1', ...fields }, by, at },
});
export const edited = (changes: Partial<CaseFields>, revision: number): CaseFact => ({
  type: 'CaseEdited',
  data: { changes, revision, by, at },
});

export const wanted: MakeProposal = {
  proposalId: 'prp_1',
  installationId: 'ins_1',
  organisationId: 'org_1',
  pluginId: 'ir.acme.invoices',
  externalId: 'inv-7',
  recordType: 'case',
  action: 'update',
  recordId: 'cas_1',
  baseRevision: null,
  changes: { amount: '12.5' },
  summary: 'The amount of invoice 7',
  assigneeId: null,
  onBehalfOf: null,
  seenBy: null,
  inputHash: 'h1',
  at,
};
export const made = (more: Partial<Extract<ProposalFact, { type: 'ProposalMade' }>['data']> = {}): ProposalFact => {
  const { seenBy: _seenBy, inputHash: _inputHash, ...proposed } = wanted;
  return { type: 'ProposalMade', data: { ...proposed, baseRevision: 1, ...more } };
};
export const taken: ExternalIdFact = { type: 'ExternalIdTaken', data: { proposalId: 'prp_1', inputHash: 'h1' } };
export const freed: ExternalIdFact = { type: 'ExternalIdFreed', data: { proposalId: 'prp_1' } };
export const settled = {
  installationId: 'ins_1',
  organisationId: 'org_1',
  externalId: 'inv-7',
  recordType: 'case',
  by: 'per_1',
  month: '2026-11',
  at,
};
