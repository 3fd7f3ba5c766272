/** A proposal for the example case, for unit tests of the decisions. */
import type { CaseFact } from '../src/case/case.js';
import { at, created } from './example-case.js';
import { externalIdStream, type ExternalIdFact } from '../src/proposal/external-id.js';
import type { MakeProposal } from '../src/proposal/make-proposal/make-proposal.js';
import { proposable, type ProposableFact } from '../src/proposal/proposable-records.js';
import { proposalQuotaStream, type ProposalQuotaFact } from '../src/proposal/proposal-quota.js';
import { proposalStream, type ProposalFact, type Settlement } from '../src/proposal/proposal.js';

export const proposing: MakeProposal = {
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
  viewer: null,
  assignee: null,
  inputHash: 'h1',
  maxPending: 2,
  at,
};
export const made = (
  overrides: Partial<Extract<ProposalFact, { type: 'ProposalMade' }>['data']> = {},
): ProposalFact => {
  const { viewer: _viewer, assignee: _assignee, inputHash: _hash, maxPending: _max, ...proposed } = proposing;
  const base = { baseRevision: 1, baseValues: { amount: null }, editedFields: [] };
  return { type: 'ProposalMade', data: { ...proposed, ...base, ...overrides } };
};
export const taken: ExternalIdFact = { type: 'ExternalIdTaken', data: { proposalId: 'prp_1', inputHash: 'h1' } };
export const freed: ExternalIdFact = { type: 'ExternalIdFreed', data: { proposalId: 'prp_1' } };
export const counted: ProposalQuotaFact = { type: 'ProposalCounted', data: { proposalId: 'prp_1' } };
export const endCounted: ProposalQuotaFact = { type: 'ProposalEndCounted', data: { proposalId: 'prp_1' } };
export const settledData = {
  installationId: 'ins_1',
  organisationId: 'org_1',
  externalId: 'inv-7',
  recordType: 'case',
  recordId: 'cas_1',
  by: 'per_1',
  ruleId: null,
  month: '2026-11',
  at,
};
export const byAdmin: Settlement = {
  organisationId: 'org_1',
  person: { id: 'per_1', role: 'admin' },
  ruleId: null,
  month: '2026-11',
  at,
};
/** A settlement by a person who is neither an admin nor a member of the case. */
export const byMember: Settlement = { ...byAdmin, person: { id: 'per_2', role: 'member' } };

/** The streams of a pending proposal, its external id and its case. */
export const pending = (record: CaseFact[] = [created()], proposal: ProposalFact = made()) =>
  ({
    quota: [proposalQuotaStream, counted],
    externalId: [externalIdStream, taken],
    proposal: [proposalStream, proposal],
    record: [proposable('case').type.stream, ...(record as ProposableFact[])],
  }) as const;
