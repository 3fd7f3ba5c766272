import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspace } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Organisations, organisationRowToWire } from '../organisation.view.js';

export const ListOrganisationsHandler = queryHandler(
  workspace.listOrganisations,
  { organisations: Organisations },
  async ({ limit, cursor }, { organisations }) => {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await organisations.newest(start, limit + 1);
    const read = { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: organisationRowToWire }));
  },
);
