import { commandHandler } from '@kushk/broker';
import { workspaceRecords } from '@kushk/contracts';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { calendarEventApi } from '../calendar-event-api.js';

export const EditCalendarEventHandler = commandHandler(
  workspaceRecords.editCalendarEvent,
  { commands: RecordCommands },
  (request, { commands }, context) => commands.edit(calendarEventApi, { request, context }),
);
