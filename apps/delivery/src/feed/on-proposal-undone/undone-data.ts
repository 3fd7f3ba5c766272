import type { PluginEventData, ProposalUndoneV1 } from '@kushk/contracts';

/**
 * The `data` of `plugin.proposal.undone`. It contains nothing about the organisation, because the plugin must not know
 * it.
 */
export function undoneData(undone: ProposalUndoneV1): PluginEventData['plugin.proposal.undone'] {
  const { proposal_id, external_id, record_type, record_id } = undone;
  return { proposal_id, external_id, record_type, record_id };
}
