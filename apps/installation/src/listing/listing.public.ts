/** Reports rejected releases to the hub. Releases that a developer published on this instance are not reported. */
import { installationFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { listingStream } from './listing.js';

export const listingPublic = publicationOf(listingStream, (fact) => {
  switch (fact.type) {
    case 'ListingRefused': {
      const { pluginId: plugin_id, version, sequence, problems, source } = fact.data;
      if (source !== 'hub') return null;
      return asPublicFact(installationFacts.listingEvaluated, {
        plugin_id,
        version,
        sequence,
        accepted: false,
        problems,
      });
    }
    case 'ListingAccepted':
    case 'ListingDeferralEnded':
    case 'ListingSuspended':
    case 'ListingResumed':
    case 'ListingWithdrawn':
      return null;
    default:
      return unreachable(fact);
  }
});
