import type { JsonObject, ProposalSettledV1 } from '@kushk/contracts';

/** The `data` of `plugin.proposal.settled`. It carries nothing about the organisation: the plugin must not learn it. */
export function proposalData(settled: ProposalSettledV1): JsonObject {
  const { proposal_id, external_id, record_type, outcome, reason, settled_by, revision } = settled;
  return { proposal_id, external_id, record_type, outcome, reason, settled_by, revision };
}
