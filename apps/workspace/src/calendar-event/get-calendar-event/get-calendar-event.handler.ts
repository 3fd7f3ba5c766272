import { respond } from '@kushk/broker';
import { workspaceRecords, type CalendarEventResource, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { readerOf } from '../../platform-record/reader.js';
import { recordRowToWire } from '../../platform-record/record-row.js';
import { CalendarEvents } from '../calendar-event.view.js';

@Controller()
export class GetCalendarEventHandler {
  constructor(private readonly rows: CalendarEvents) {}

  @MessagePattern(workspaceRecords.getCalendarEvent.subject)
  async handle(request: RequestOf<typeof workspaceRecords.getCalendarEvent>): Promise<Outcome<CalendarEventResource>> {
    const row = await this.rows.find(readerOf(request), request.record_id);
    return row === null ? refuse('calendar_event.not_found') : respond(recordRowToWire(row));
  }
}
