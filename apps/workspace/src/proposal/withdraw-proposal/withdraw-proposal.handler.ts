import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { externalIdKey, externalIdStream } from '../external-id.js';
import { proposalStream } from '../proposal.js';
import { proposalQuotaStream } from '../proposal-quota.js';
import { Proposals, proposalToWire } from '../proposal.view.js';
import { withdrawProposal } from './withdraw-proposal.js';

export const WithdrawProposalHandler = commandHandler(
  workspace.withdrawProposal,
  { proposals: Proposals },
  async (request, { proposals }, { run }) => {
    const { installation_id: installationId, proposal_id: proposalId } = request;
    const row = await proposals.findOfPlugin(request, proposalId);
    if (row === null) return refuse('proposal.not_found');
    return run({
      name: 'WithdrawProposal',
      streams: {
        proposal: streamRef(proposalStream, proposalId),
        quota: streamRef(proposalQuotaStream, installationId),
        externalId: streamRef(externalIdStream, externalIdKey(installationId, row.external_id)),
      },
      command: { installationId, at: now().toISOString() },
      decide: (command, states) => mapReply(withdrawProposal(command, states), proposalToWire),
    });
  },
);
