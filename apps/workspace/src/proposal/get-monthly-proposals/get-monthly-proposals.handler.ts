import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { Proposals } from '../proposal.view.js';

export const GetMonthlyProposalsHandler = queryHandler(
  workspace.monthlyProposals,
  { proposals: Proposals },
  async ({ month, installation_ids }, { proposals }) => {
    const rows = await proposals.settledIn(month, installation_ids);
    return respond({
      items: rows.map((row) => ({
        installation_id: row.installation_id,
        applied: Number(row.applied),
        rejected: Number(row.rejected),
      })),
    });
  },
);
