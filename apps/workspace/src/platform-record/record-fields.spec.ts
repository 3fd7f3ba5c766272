import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import { calendarEventSchemas } from '../calendar-event/calendar-event.js';
import { caseSchemas } from '../case/case.js';
import { fieldProblems, inUtc, type FieldsSchema } from './record-fields.js';

const problemsOf = (schema: FieldsSchema, fields: JsonObject) =>
  fieldProblems(schema, fields, '').map(({ code, path }) => `${code} ${path}`);
const ofCase = (fields: JsonObject) => problemsOf(caseSchemas.changes, fields);
const NO_TIMES = [
  '05/12/2026',
  '2026-02-31T09:00:00Z',
  5,
  '2026',
  '2026-12-05 09:00',
  '2026-12-05T09:00:00',
  'Dec 5 2026',
  '1405-09-14T09:00:00+03:30',
  null,
];

describe('the fields of a record', () => {
  it('have times with their offset on days that exist, also after the conversion to UTC', () => {
    const event = { title: 'Meeting', starts_at: '2026-12-05T09:00:00+03:30', ends_at: '2026-12-05T10:00:00+03:30' };
    expect(problemsOf(calendarEventSchemas.newRecord, event)).toEqual([]);
    expect(inUtc(event, ['starts_at', 'title'])).toEqual({ ...event, starts_at: '2026-12-05T05:30:00.000Z' });
    for (const starts_at of NO_TIMES) {
      const converted = inUtc({ ...event, starts_at }, ['starts_at', 'ends_at']);
      expect([starts_at, problemsOf(calendarEventSchemas.newRecord, converted)]).toEqual([
        starts_at,
        ['time /starts_at'],
      ]);
    }
  });

  it('have Gregorian dates', () => {
    for (const due_on of ['2026-12-05', null]) expect(ofCase({ due_on })).toEqual([]);
    for (const due_on of ['1405-09-14', '0001-01-01', '2026-02-30', 5])
      expect([due_on, ofCase({ due_on })]).toEqual([due_on, ['date /due_on']]);
  });

  it('have amounts that are stored as they were sent', () => {
    const accepted = [null, '0.10', '999999999999999999.999999', 12.5, -0.000001, 999_999_999_999_999, 0.1];
    for (const amount of accepted) expect([amount, ofCase({ amount })]).toEqual([amount, []]);
    const altered = JSON.parse('[1234567890123456789012, 100000000000000001, 9007199254740993, 1e300]') as number[];
    for (const amount of [...altered, 1e15, 0.1 + 0.2, 0.0000001, 'much', '1e3', '1.', true, []])
      expect([amount, ofCase({ amount })]).toEqual([amount, ['amount /amount']]);
    const [problem] = fieldProblems(caseSchemas.changes, { amount: 1e21 }, '');
    expect([problem?.hint, problem?.hint_fa]).toEqual([
      expect.stringContaining('string'),
      expect.stringContaining('رشته'),
    ]);
  });

  it('have one problem each when they may be null, in the order of the request', () => {
    const fields = { member_ids: 'per_1', due_on: 'soon', assignee_id: 5, amount: 'much', title: '' };
    expect(ofCase(fields)).toEqual([
      'type /member_ids',
      'date /due_on',
      'type /assignee_id',
      'amount /amount',
      'empty /title',
    ]);
    expect(fieldProblems(caseSchemas.changes, { member_ids: 'per_1' }, '')).toMatchObject([
      { message: 'must be array | null, not string' },
    ]);
  });
});
