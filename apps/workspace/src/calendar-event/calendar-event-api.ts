import type { CalendarEventResource } from '@kushk/contracts';
import type { RecordApi } from '../platform-record/record-commands.js';
import { recordToWire } from '../platform-record/record-row.js';
import { calendarEventSchemas, calendarEventType, type CalendarEventFields } from './calendar-event.js';

export const calendarEventApi: RecordApi<'CalendarEvent', CalendarEventFields, CalendarEventResource> = {
  type: calendarEventType,
  idPrefix: 'cal',
  schemas: calendarEventSchemas,
  peopleFields: ['attendee_ids'],
  timeFields: ['starts_at', 'ends_at'],
  toWire: recordToWire,
};
