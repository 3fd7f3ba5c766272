/** What this instance says of the releases it was sent: accepted or refused, with the problems (contract §6). */
import { installationFacts } from '@kushk/contracts';
import { publishes, say } from '@kushk/event-store';
import { offerStream } from './offer.js';
import { pluginStream } from './plugin.js';

export const offerPublic = publishes(offerStream, (fact) => {
  if (fact.type !== 'OfferAccepted' && fact.type !== 'OfferRefused') return null;
  const { pluginId, version, sequence } = fact.data;
  const problems = fact.type === 'OfferRefused' ? fact.data.problems : [];
  return say(installationFacts.offerJudged, { plugin_id: pluginId, version, sequence, accepted: fact.type === 'OfferAccepted', problems });
});

export const pluginPublic = publishes(pluginStream, (fact) => {
  if (fact.type !== 'StatementRefused') return null;
  const { pluginId, version, sequence, problems } = fact.data;
  return say(installationFacts.offerJudged, { plugin_id: pluginId, version, sequence, accepted: false, problems });
});
