/**
 * Reports rejected releases to the hub, except those that a developer published on this instance, and suspensions to
 * the services of the instance.
 */
import { installationFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { listingStream, releaseOf } from './listing.js';

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
    case 'ListingSuspended':
    case 'ListingResumed': {
      const { pluginId: plugin_id, version } = releaseOf(fact.id);
      const callable = fact.type === 'ListingResumed';
      const { at } = fact.data;
      return asPublicFact(installationFacts.listingAvailabilityChanged, { plugin_id, version, callable, at });
    }
    case 'ListingAccepted':
    case 'ListingDeferralEnded':
    case 'ListingWithdrawn':
      return null;
    default:
      return unreachable(fact);
  }
});
