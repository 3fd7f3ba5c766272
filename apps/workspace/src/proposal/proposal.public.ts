/** Publishes the outcome of a proposal. Publishes it again with a higher revision when a reason is added later. */
import { workspaceFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { proposalStream } from './proposal.js';

export const proposalPublic = publicationOf(proposalStream, (fact) => {
  if (fact.type === 'ProposalMade') return null;
  const { installationId, organisationId, externalId, recordType, at } = fact.data;
  return asPublicFact(workspaceFacts.proposalSettled, {
    installation_id: installationId,
    organisation_id: organisationId,
    at,
    proposal_id: fact.id,
    external_id: externalId,
    record_type: recordType,
    outcome: fact.type === 'ProposalApplied' ? 'applied' : 'rejected',
    reason: fact.type === 'ProposalApplied' ? null : fact.data.reason,
    settled_by: 'person',
    revision: fact.type === 'RejectionExplained' ? fact.data.revision : 1,
  });
});
