import type { RequestContext } from '@kushk/broker';
import { workspaceRecords, type CalendarEventResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { calendarEventApi } from '../calendar-event-api.js';

@Controller()
export class CreateCalendarEventHandler {
  constructor(private readonly commands: RecordCommands) {}

  @MessagePattern(workspaceRecords.createCalendarEvent.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.createCalendarEvent>,
    context: RequestContext,
  ): Promise<Outcome<CalendarEventResource>> {
    return await this.commands.create(calendarEventApi, { request, context });
  }
}
