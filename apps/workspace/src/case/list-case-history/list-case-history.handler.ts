import { AuditEntries } from '@kushk/audit';
import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { Cases } from '../case.view.js';

const NO_FILTER = { actor: null, action: null, on_behalf_of: null, from: null, to: null } as const;

/** Lists who created and edited a case. Who sees a case sees its history; the audit as a whole is for admins. */
export const ListCaseHistoryHandler = pageHandler(
  workspaceRecords.listCaseHistory,
  { cases: Cases, entries: AuditEntries },
  async (request, { cases, entries }, before) => {
    const { organisation_id, record_id: subject, limit } = request;
    if ((await cases.find(readerOf(request), subject)) === null) return refuse('case.not_found');
    const { items, searched_to } = await entries.list({ ...NO_FILTER, organisation_id, subject, before, limit });
    const read = { rows: items, hasMore: searched_to !== null };
    return respond(pageOf(read, { keyOf: ({ id }) => id, itemOf: (entry) => entry }));
  },
);
