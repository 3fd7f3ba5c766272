/** The public facts of a review, which the catalogue consumes: each reviewer action, with its revision. */
import { reviewFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { reviewStream, type ReviewTaken } from './review.js';

export const reviewPublication = publicationOf(reviewStream, (fact) => {
  switch (fact.type) {
    case 'ReviewTaken':
      return asPublicFact(reviewFacts.reviewTaken, publicStep(fact.data));
    case 'ReviewGivenBack':
      return asPublicFact(reviewFacts.reviewGivenBack, publicStep(fact.data));
    case 'ReleaseApproved': {
      const { tier, notes, publish, approval } = fact.data;
      return asPublicFact(reviewFacts.releaseApproved, {
        ...publicStep(fact.data),
        tier,
        notes,
        publish,
        approval,
      });
    }
    case 'ReleaseRejected':
      return asPublicFact(reviewFacts.releaseRejected, { ...publicStep(fact.data), notes: fact.data.notes });
    case 'ChangesRequested':
      return asPublicFact(reviewFacts.changesRequested, { ...publicStep(fact.data), comments: fact.data.comments });
    case 'ReviewRequested':
    case 'ReviewClosed':
    case 'PublisherCommented':
    case 'RejectionAppealed':
    case 'ReleaseStatusRecorded':
      // These facts are not published, because they repeat facts that the catalogue published itself.
      return null;
    default:
      return unreachable(fact);
  }
});

function publicStep({ pluginId, version, revision, at, by, byName }: ReviewTaken['data']) {
  return { plugin_id: pluginId, version, revision, at, by, by_name: byName };
}
