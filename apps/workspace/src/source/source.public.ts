/** Publishes the outcome of a review. */
import { workspaceSourceFacts, type SourceReviewedV1 } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf, type PublicFact } from '@kushk/event-store';
import { sourceStream, type ReviewedData } from './source.js';

export const sourcePublic = publicationOf(sourceStream, (fact) => {
  switch (fact.type) {
    case 'SourceAccepted':
      return reviewed(fact.id, fact.data, { outcome: 'accepted', record_id: fact.data.recordId, reason: null });
    case 'SourceDismissed':
      return reviewed(fact.id, fact.data, { outcome: 'dismissed', record_id: null, reason: fact.data.reason });
    case 'SourceSubmitted':
      return null;
    default:
      return unreachable(fact);
  }
});

function reviewed(
  sourceId: string,
  { installationId, organisationId, at, externalId, kind }: ReviewedData,
  outcome: Pick<SourceReviewedV1, 'outcome' | 'record_id' | 'reason'>,
): PublicFact {
  return asPublicFact(workspaceSourceFacts.sourceReviewed, {
    installation_id: installationId,
    organisation_id: organisationId,
    at,
    source_id: sourceId,
    external_id: externalId,
    kind,
    ...outcome,
  });
}
