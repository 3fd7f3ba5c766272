import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Proposals, proposalRowToWire } from '../proposal.view.js';

/** Lists the proposals of an installation for its plugin. */
export const ListProposalsOfPluginHandler = queryHandler(
  workspace.listProposalsOfPlugin,
  { proposals: Proposals },
  async (request, { proposals }) => {
    const { status, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await proposals.ofPlugin(request, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: proposalRowToWire }));
  },
);
