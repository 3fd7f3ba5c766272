import { queryHandler, respond } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { Proposals } from '../../proposal/proposal.view.js';
import { Sources } from '../../source/source.view.js';

/** A count stops here, so that it stays cheap. */
const MAX_COUNTED = 1_000;

export const CountInboxHandler = queryHandler(
  workspace.countInbox,
  { proposals: Proposals, sources: Sources },
  async ({ organisation_id: organisationId, person_id: personId, ...filter }, { proposals, sources }) => {
    const { plugin_id: pluginId = null, record_type: recordType = null, stale: isStale = false, q = null } = filter;
    const of = { organisationId, personId, max: MAX_COUNTED };
    const filters = { pluginId, recordType, isStale, search: { q } };
    // Sources have neither a type of record nor a former value.
    const hasSources = recordType === null && !isStale;
    const [all, mine, pendingSources] = await Promise.all([
      proposals.countPending(of, filters),
      proposals.countPending(of, { ...filters, assigneeId: personId }),
      hasSources ? sources.countPending(of, filters) : 0,
    ]);
    return respond({ proposals: { all, mine }, sources: pendingSources });
  },
);
