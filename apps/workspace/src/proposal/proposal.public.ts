/**
 * Publishes the outcome of a proposal. Publishes it again with a higher revision when a reason is added later. A
 * proposal that its plugin withdraws has no outcome. An undo is no outcome: it is published as what it is.
 */
import { workspaceFacts, type ProposalSettledV1 } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf, type PublicFact } from '@kushk/event-store';
import { proposalStream, type SettledData } from './proposal.js';

export const proposalPublic = publicationOf(proposalStream, (fact) => {
  const { id } = fact;
  switch (fact.type) {
    case 'ProposalApplied':
      return settled(id, fact.data, { outcome: 'applied', reason: null, revision: 1 });
    case 'ProposalRejected':
      return settled(id, fact.data, { outcome: 'rejected', reason: fact.data.reason, revision: 1 });
    case 'RejectionExplained': {
      const { reason, revision } = fact.data;
      return settled(id, fact.data, { outcome: 'rejected', reason, revision });
    }
    case 'ProposalUndone': {
      const { installationId, organisationId, at, externalId, recordType, recordId } = fact.data;
      return asPublicFact(workspaceFacts.proposalUndone, {
        installation_id: installationId,
        organisation_id: organisationId,
        at,
        proposal_id: id,
        external_id: externalId,
        record_type: recordType,
        record_id: recordId,
      });
    }
    case 'ProposalMade':
    case 'ProposalAssigned':
    case 'ProposalWithdrawn':
      return null;
    default:
      return unreachable(fact);
  }
});

function settled(
  proposalId: string,
  { installationId, organisationId, at, externalId, recordType, recordId, ruleId }: SettledData,
  outcome: Pick<ProposalSettledV1, 'outcome' | 'reason' | 'revision'>,
): PublicFact {
  return asPublicFact(workspaceFacts.proposalSettled, {
    installation_id: installationId,
    organisation_id: organisationId,
    at,
    proposal_id: proposalId,
    external_id: externalId,
    record_type: recordType,
    record_id: recordId,
    settled_by: ruleId === null ? 'person' : 'rule',
    ...outcome,
  });
}
