import { describe, expect, it } from '@jest/globals';
import { changedValues, conflictsBetween, isComplete, newValues, problemsByField, withValue } from './form-values.js';
import type { FieldSpec } from './record-types.js';

const fields: readonly FieldSpec[] = [
  { field: 'title', kind: 'text', isRequired: true },
  { field: 'amount', kind: 'amount' },
  { field: 'description', kind: 'long' },
  { field: 'member_ids', kind: 'people' },
];
const record = { id: 'cas_1', revision: 1, title: 'خرید', amount: '12.5', description: null, member_ids: null };

describe('the values of a form', () => {
  it('sends only what was changed', () => {
    expect(changedValues(fields, record, { ...record, amount: '1200.5' })).toEqual({ amount: '1200.5' });
    expect(changedValues(fields, record, record)).toEqual({});
  });

  it('empties an optional field, and never a required one', () => {
    expect(changedValues(fields, record, { ...record, amount: ' ' })).toEqual({ amount: null });
    expect(changedValues(fields, record, { ...record, title: ' ' })).toEqual({ title: '' });
    expect(isComplete(fields, { ...record, title: ' ' })).toBe(false);
  });

  it('keeps how long an event lasts when its start is moved', () => {
    const event = { starts_at: '2026-11-20T06:00:00.000Z', ends_at: '2026-11-20T07:30:00.000Z' };
    expect(withValue(event, 'starts_at', '2026-11-21T08:00:00.000Z')['ends_at']).toBe('2026-11-21T09:30:00.000Z');
    expect(withValue(event, 'starts_at', '2026-11-21T')['ends_at']).toBe(event.ends_at);
  });

  it('leaves out of a new record what is empty, and keeps an empty list of people', () => {
    expect(newValues(fields, { title: ' خرید ', description: '', member_ids: [] })).toEqual({
      title: 'خرید',
      member_ids: [],
    });
  });
});

describe('an edit of two people at once', () => {
  const latest = { ...record, revision: 3, title: 'خرید شیراز', amount: '9' };

  it('conflicts in the fields that both changed, to different values', () => {
    expect(conflictsBetween(record, latest, { amount: '20', description: 'فوری' })).toEqual([
      { field: 'amount', theirs: '9', mine: '20' },
    ]);
    expect(conflictsBetween(record, latest, { amount: '9' })).toEqual([]);
  });
});

describe('problems of the service', () => {
  it('stand at their field, and the rest above the form', () => {
    const problems = [
      { path: '/member_ids/0', message: 'یک' },
      { path: '/member_ids/1', message: 'دو' },
      { path: '/revision', message: 'سه' },
    ];
    expect([...problemsByField(fields, problems)]).toEqual([
      ['member_ids', ['یک', 'دو']],
      ['', ['سه']],
    ]);
  });
});
