import { queryHandler, respond } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { Search } from '../search.view.js';

export const CountRecordsHandler = queryHandler(
  workspaceRecords.countRecords,
  { records: Search },
  async ({ organisation_id: organisationId }, { records }) => {
    const counts = await records.countSeenByAll(organisationId);
    return respond({
      cases: counts.case,
      people: counts.person,
      sessions: counts.session,
      documents: counts.document,
      calendar_events: counts.calendar_event,
    });
  },
);
