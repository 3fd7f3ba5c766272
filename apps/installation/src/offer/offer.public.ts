/**
 * What this instance tells the hub of the releases it was sent (contract §6): accepted, once everything here follows the
 * hub's word, or refused, with the problems. What a developer has put here himself is nobody else's business.
 */
import { installationFacts } from '@kushk/contracts';
import { publishes, say } from '@kushk/event-store';
import { offerStream } from './offer.js';
import { isOfHub, wordStream } from './word.js';

export const offerPublic = publishes(offerStream, (fact) => {
  if (fact.type !== 'OfferRefused' || fact.data.source !== 'hub') return null;
  const { pluginId, version, sequence, problems } = fact.data;
  return say(installationFacts.offerJudged, { plugin_id: pluginId, version, sequence, accepted: false, problems });
});

export const wordPublic = publishes(wordStream, (fact) => {
  if (fact.type === 'StatusTaken' || !isOfHub(fact.id)) return null;
  const { pluginId, version, sequence } = fact.data;
  const refused = fact.type === 'StatementRefused';
  return say(installationFacts.offerJudged, {
    plugin_id: pluginId,
    version,
    sequence,
    accepted: !refused,
    problems: refused ? fact.data.problems : [],
  });
});
