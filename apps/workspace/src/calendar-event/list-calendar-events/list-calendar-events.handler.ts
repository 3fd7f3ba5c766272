import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOf,
  workspaceRecords,
  type CalendarEventResource,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { dateOrNull, isTimeKey, timeKey } from '../../platform-record/record-reader.view.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { CalendarEvents } from '../calendar-event.view.js';

@Controller()
export class ListCalendarEventsHandler {
  constructor(private readonly events: CalendarEvents) {}

  @MessagePattern(workspaceRecords.listCalendarEvents.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.listCalendarEvents>,
  ): Promise<Outcome<Page<CalendarEventResource>>> {
    const { max_bytes: maxBytes, limit, from, to, attendee_id } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined || (start !== null && !isTimeKey(start))) return refuse('cursor.invalid');
    const filter = { from: dateOrNull(from), to: dateOrNull(to), attendee_id };
    const read = await this.events.list(readerOf(request), filter, { start, limit, maxBytes });
    return respond(pageOf(read, { keyOf: (row) => timeKey(row.starts_at, row.stream_id), itemOf: recordRowToWire }));
  }
}
