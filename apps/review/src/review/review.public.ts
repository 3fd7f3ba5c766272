/** What the desk says to the catalogue: each step of a reviewer, in the order of its revision. */
import { reviewFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { publishes, say } from '@kushk/event-store';
import { reviewStream, type ReviewTaken } from './review.js';

export const reviewPublication = publishes(reviewStream, (fact) => {
  switch (fact.type) {
    case 'ReviewTaken':
      return say(reviewFacts.reviewTaken, toWire(fact.data));
    case 'ReviewGivenBack':
      return say(reviewFacts.reviewGivenBack, toWire(fact.data));
    case 'ReleaseApproved': {
      const { tier, notes, publish, approval } = fact.data;
      return say(reviewFacts.releaseApproved, { ...toWire(fact.data), tier, notes, publish, approval });
    }
    case 'ReleaseRejected':
      return say(reviewFacts.releaseRejected, { ...toWire(fact.data), notes: fact.data.notes });
    case 'ReviewRequested':
    case 'ReleaseWithdrawn':
    case 'StandingNoted':
      // The catalogue has said these itself.
      return null;
    default:
      return unreachable(fact);
  }
});

function toWire({ pluginId, version, revision, at, by }: ReviewTaken['data']) {
  return { plugin_id: pluginId, version, revision, at, by };
}
