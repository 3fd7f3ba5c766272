/** Publishes the outcome of a review. */
import { workspaceSourceFacts } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '@kushk/event-store';
import { sourceStream } from './source.js';

export const sourcePublic = publicationOf(sourceStream, (fact) => {
  if (fact.type === 'SourceSubmitted') return null;
  const { installationId, organisationId, externalId, kind, at } = fact.data;
  const isAccepted = fact.type === 'SourceAccepted';
  return asPublicFact(workspaceSourceFacts.sourceReviewed, {
    installation_id: installationId,
    organisation_id: organisationId,
    at,
    source_id: fact.id,
    external_id: externalId,
    kind,
    outcome: isAccepted ? 'accepted' : 'dismissed',
    record_id: isAccepted ? fact.data.recordId : null,
    reason: isAccepted ? null : fact.data.reason,
  });
});
