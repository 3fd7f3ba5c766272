import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Proposals, proposalRowToWire } from '../proposal.view.js';

export const GetProposalOfPluginHandler = queryHandler(
  workspace.getProposalOfPlugin,
  { proposals: Proposals },
  async (request, { proposals }) => {
    const row = await proposals.findOfPlugin(request, request.proposal_id);
    return row === null ? refuse('proposal.not_found') : respond(proposalRowToWire(row));
  },
);
