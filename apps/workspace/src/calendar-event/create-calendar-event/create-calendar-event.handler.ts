import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { calendarEventApi } from '../calendar-event-api.js';

export const CreateCalendarEventHandler = commandHandler(
  workspaceRecords.createCalendarEvent,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.create(calendarEventApi, { request, context }),
);
