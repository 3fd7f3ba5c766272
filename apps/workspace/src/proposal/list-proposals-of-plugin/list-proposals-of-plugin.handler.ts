import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspace } from '@kushk/contracts';
import { Proposals, proposalRowToWire } from '../proposal.view.js';

/** Lists the proposals of an installation for its plugin. */
export const ListProposalsOfPluginHandler = pageHandler(
  workspace.listProposalsOfPlugin,
  { proposals: Proposals },
  async (request, { proposals }, start) => {
    const { status, limit, max_bytes: maxBytes } = request;
    const read = await proposals.ofPlugin(request, { status, start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: proposalRowToWire }));
  },
);
