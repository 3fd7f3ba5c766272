import type { JsonObject, ProposalSettledV1 } from '@kushk/contracts';

/**
 * The `data` of `plugin.proposal.settled`. It contains nothing about the organisation, because the plugin must not
 * know it.
 */
export function proposalData(settled: ProposalSettledV1): JsonObject {
  const { proposal_id, external_id, record_type, outcome, reason, settled_by, revision } = settled;
  return { proposal_id, external_id, record_type, outcome, reason, settled_by, revision };
}
