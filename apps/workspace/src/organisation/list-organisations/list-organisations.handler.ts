import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspace } from '@kushk/contracts';
import { Organisations, organisationRowToWire } from '../organisation.view.js';

export const ListOrganisationsHandler = pageHandler(
  workspace.listOrganisations,
  { organisations: Organisations },
  async ({ limit }, { organisations }, start) => {
    const rows = await organisations.newest(start, limit + 1);
    const read = { rows: rows.slice(0, limit), hasMore: rows.length > limit };
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: organisationRowToWire }));
  },
);
