import type { PluginEventData, ProposalSettledV1 } from '@kushk/contracts';

/**
 * The `data` of `plugin.proposal.settled`. It contains nothing about the organisation, because the plugin must not
 * know it.
 */
export function proposalData(settled: ProposalSettledV1): PluginEventData['plugin.proposal.settled'] {
  const { proposal_id, external_id, record_type, record_id, outcome, reason, settled_by, revision } = settled;
  return { proposal_id, external_id, record_type, record_id, outcome, reason, settled_by, revision };
}
