/** Reports to the hub that this instance applied a status statement, or why the instance rejected it. */
import { installationFacts, type Problem } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf, type PublicFact } from '@kushk/event-store';
import { isFromHub, statusStatementStream, type ReleaseSequence } from './status-statement.js';

export const statusStatementPublic = publicationOf(statusStatementStream, (fact) => {
  switch (fact.type) {
    case 'StatusApplied':
      return isFromHub(fact.id) ? evaluated(fact.data, true, []) : null;
    case 'StatementRefused':
      return isFromHub(fact.id) ? evaluated(fact.data, false, fact.data.problems) : null;
    case 'StatusAccepted':
      return null;
    default:
      return unreachable(fact);
  }
});

function evaluated(
  { pluginId, version, sequence }: ReleaseSequence,
  accepted: boolean,
  problems: readonly Problem[],
): PublicFact {
  return asPublicFact(installationFacts.listingEvaluated, {
    plugin_id: pluginId,
    version,
    sequence,
    accepted,
    problems,
  });
}
