import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { Proposals } from '../../proposal/proposal.view.js';
import { Sources } from '../../source/source.view.js';

/** A count stops here, so that it stays cheap. */
const MAX_COUNTED = 1_000;

export const CountInboxHandler = queryHandler(
  workspace.countInbox,
  { proposals: Proposals, sources: Sources },
  async ({ organisation_id: organisationId, person_id: personId }, { proposals, sources }) => {
    const of = { organisationId, personId, max: MAX_COUNTED };
    const [all, mine, pendingSources] = await Promise.all([
      proposals.countPending(of, null),
      proposals.countPending(of, personId),
      sources.countPending(of),
    ]);
    return respond({ proposals: { all, mine }, sources: pendingSources });
  },
);
