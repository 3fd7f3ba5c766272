/**
 * Publishes the outcome of a proposal. Publishes it again with a higher revision when a reason is added later. A
 * proposal that its plugin withdraws has no outcome.
 */
import { workspaceFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { proposalStream } from './proposal.js';

export const proposalPublic = publicationOf(proposalStream, (fact) => {
  if (fact.type === 'ProposalMade' || fact.type === 'ProposalAssigned' || fact.type === 'ProposalWithdrawn')
    return null;
  const { installationId, organisationId, externalId, recordType, recordId, at } = fact.data;
  return asPublicFact(workspaceFacts.proposalSettled, {
    installation_id: installationId,
    organisation_id: organisationId,
    at,
    proposal_id: fact.id,
    external_id: externalId,
    record_type: recordType,
    record_id: recordId,
    outcome: fact.type === 'ProposalApplied' ? 'applied' : 'rejected',
    reason: fact.type === 'ProposalApplied' ? null : fact.data.reason,
    settled_by: fact.data.ruleId === null ? 'person' : 'rule',
    revision: fact.type === 'RejectionExplained' ? fact.data.revision : 1,
  });
});
