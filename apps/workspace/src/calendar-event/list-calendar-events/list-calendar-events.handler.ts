import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceRecords } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { readerOf } from '../../platform-record/reader.js';
import { dateOrNull, isTimeKey, timeKey } from '../../platform-record/record-reader.view.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { CalendarEvents } from '../calendar-event.view.js';

export const ListCalendarEventsHandler = pageHandler(
  workspaceRecords.listCalendarEvents,
  { events: CalendarEvents },
  async (request, { events }, start) => {
    const { max_bytes: maxBytes, limit, from, to, attendee_id } = request;
    if (start !== null && !isTimeKey(start)) return refuse('cursor.invalid');
    const filter = { from: dateOrNull(from), to: dateOrNull(to), attendee_id };
    const read = await events.list(readerOf(request), filter, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => timeKey(row.starts_at, row.stream_id), itemOf: recordRowToWire }));
  },
);
