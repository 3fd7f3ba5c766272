import { queryHandler, respond } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { CalendarEvents } from '../calendar-event.view.js';

export const GetCalendarEventHandler = queryHandler(
  workspaceRecords.getCalendarEvent,
  { rows: CalendarEvents },
  async (request, { rows }) => {
    const row = await rows.find(readerOf(request), request.record_id);
    return row === null ? refuse('calendar_event.not_found') : respond(recordRowToWire(row));
  },
);
