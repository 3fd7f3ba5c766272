/** Sends every instance the signed statement about the deprecation of a plugin. */
import { catalogueFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { deprecationStream } from './deprecation.js';

export const deprecationPublication = publicationOf(deprecationStream, (fact) => {
  switch (fact.type) {
    case 'PluginDeprecated':
    case 'DeprecationEnded': {
      const { sequence, statement } = fact.data;
      return asPublicFact(catalogueFacts.deprecationChanged, { plugin_id: fact.id, sequence, statement });
    }
    default:
      return unreachable(fact);
  }
});
