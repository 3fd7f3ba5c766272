/** An event of the organisation's calendar. */
import { requestProblem } from '@kushk/contracts';
import { recordType, type PlatformRecord, type PlatformRecordFact } from '../platform-record/platform-record.js';
import { idOrNull, peopleOrNull, recordSchemas, timeField, titleField } from '../platform-record/record-fields.js';

/** A type and no interface: TypeScript then knows that it is a JSON object. */
export type CalendarEventFields = {
  readonly title: string;
  readonly starts_at: string;
  readonly ends_at: string;
  /** The people who can see the event, beside the admins; null means the whole organisation. */
  readonly attendee_ids: readonly string[] | null;
  readonly case_id: string | null;
};
export type CalendarEventFact = PlatformRecordFact<'CalendarEvent', CalendarEventFields>;
export type CalendarEvent = PlatformRecord<CalendarEventFields>;

export const calendarEventType = recordType<'CalendarEvent', CalendarEventFields>({
  name: 'CalendarEvent',
  category: 'calendar_event',
  defaults: { title: '', starts_at: '', ends_at: '', attendee_ids: null, case_id: null },
  visibility: ({ attendee_ids }) => ({ personIds: attendee_ids, admins: true }),
  problems: ({ starts_at, ends_at }) =>
    Date.parse(ends_at) >= Date.parse(starts_at)
      ? []
      : [
          requestProblem('out_of_range', '/ends_at', {
            message: 'must not be before starts_at',
            message_fa: 'نباید پیش از زمان آغاز باشد',
          }),
        ],
});

export const calendarEventSchemas = recordSchemas(
  {
    title: titleField,
    starts_at: timeField,
    ends_at: timeField,
    attendee_ids: peopleOrNull,
    case_id: idOrNull,
  },
  ['title', 'starts_at', 'ends_at'],
);
