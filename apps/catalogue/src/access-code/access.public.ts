/** Sends every instance the signed end of an access. */
import { catalogueFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { accessStream } from './access.js';

export const accessPublication = publicationOf(accessStream, (fact) => {
  switch (fact.type) {
    case 'AccessGranted':
      return null;
    case 'AccessEnded': {
      const { pluginId, statement } = fact.data;
      return asPublicFact(catalogueFacts.accessEnded, { plugin_id: pluginId, access_id: fact.id, statement });
    }
    default:
      return unreachable(fact);
  }
});
