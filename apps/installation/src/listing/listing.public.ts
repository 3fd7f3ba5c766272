/** Reports rejected releases to the hub. Releases that a developer published on this instance are not reported. */
import { installationFacts } from '@kushk/contracts';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { listingStream } from './listing.js';

export const listingPublic = publicationOf(listingStream, (fact) => {
  if (fact.type !== 'ListingRefused' || fact.data.source !== 'hub') return null;
  const { pluginId: plugin_id, version, sequence, problems } = fact.data;
  return asPublicFact(installationFacts.listingEvaluated, {
    plugin_id,
    version,
    sequence,
    accepted: false,
    problems,
  });
});
