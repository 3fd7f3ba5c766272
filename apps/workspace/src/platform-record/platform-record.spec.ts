import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  calendarEventType,
  type CalendarEventFact,
  type CalendarEventFields,
} from '../calendar-event/calendar-event.js';
import { createRecord, editRecord, type EditRecord } from './platform-record.js';

const at = '2026-11-20T08:00:00.000Z';
const later = '2026-11-20T09:00:00.000Z';
const by = { personId: 'per_1', proposalId: null };
const fields: CalendarEventFields = {
  title: 'جلسهٔ هفتگی',
  starts_at: at,
  ends_at: later,
  attendee_ids: ['per_1'],
  case_id: null,
};
const created: CalendarEventFact = {
  type: 'CalendarEventCreated',
  data: { recordId: 'evn_1', organisationId: 'org_1', fields, by, at },
};
const edit: EditRecord<CalendarEventFields> = {
  organisationId: 'org_1',
  viewer: { id: 'per_1', role: 'member' },
  changes: { title: 'جلسهٔ ماهانه', case_id: null },
  revision: 1,
  by,
  at: later,
};
const editing = (changes: Partial<EditRecord<CalendarEventFields>>) =>
  given(calendarEventType.stream, created).when((event) =>
    editRecord(calendarEventType, { ...edit, ...changes }, event),
  );

describe('createRecord', () => {
  it('creates a record at revision 1 and sets default values for omitted fields', () => {
    const { attendee_ids: _omitted, ...sent } = fields;
    given(calendarEventType.stream)
      .when((event) =>
        createRecord(calendarEventType, { recordId: 'evn_1', organisationId: 'org_1', fields: sent, by, at }, event),
      )
      .thenReplies({ revision: 1, fields: { ...sent, attendee_ids: null } });
  });

  it('rejects fields that contradict each other', () => {
    const contradicting = { ...fields, starts_at: later, ends_at: at };
    given(calendarEventType.stream)
      .when((event) => createRecord(calendarEventType, { ...created.data, fields: contradicting } as never, event))
      .thenRefuses('calendar_event.invalid', { problems: [expect.objectContaining({ path: '/ends_at' })] });
  });
});

describe('editRecord', () => {
  it('stores only the fields that change, with the revision in which they change', () => {
    editing({}).thenFacts({
      type: 'CalendarEventEdited',
      data: { changes: { title: 'جلسهٔ ماهانه' }, revision: 2, by, at: later },
    });
  });

  it('stores nothing when every value is equal to the current one', () => {
    editing({ changes: { title: fields.title, attendee_ids: ['per_1'] } }).thenFacts();
  });

  it('rejects an edit of an older revision', () => {
    editing({ revision: 0 }).thenRefuses('calendar_event.revision_conflict', { revision: 1 });
  });

  it('rejects a change that contradicts a field that stays', () => {
    editing({ changes: { ends_at: '2026-11-20T07:59:59.000Z' } }).thenRefuses('calendar_event.invalid');
  });

  it('hides the record from people who cannot see it, and from other organisations', () => {
    editing({ viewer: { id: 'per_2', role: 'member' } }).thenRefuses('calendar_event.not_found');
    editing({ organisationId: 'org_2' }).thenRefuses('calendar_event.not_found');
  });
});
