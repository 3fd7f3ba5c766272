/** Reports to the hub that this instance applied a status statement, or why the instance rejected it. */
import { installationFacts } from '@kushk/contracts';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { isFromHub, statusStatementStream } from './status-statement.js';

export const statusStatementPublic = publicationOf(statusStatementStream, (fact) => {
  if (fact.type === 'StatusAccepted' || !isFromHub(fact.id)) return null;
  const { pluginId: plugin_id, version, sequence } = fact.data;
  const problems = fact.type === 'StatementRefused' ? fact.data.problems : [];
  const accepted = fact.type === 'StatusApplied';
  return asPublicFact(installationFacts.listingEvaluated, { plugin_id, version, sequence, accepted, problems });
});
