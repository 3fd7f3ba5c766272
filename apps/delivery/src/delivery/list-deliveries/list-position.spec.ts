import { describe, expect, it } from '@jest/globals';
import { encodeCursor } from '@kushk/contracts';
import { cursorOf, LIST_START, mergeEntries, positionAfter, positionOf, type ListEntry } from './list-position.js';

const ofA = { installationId: 'ins_a', sort: 'newest' } as const;

const entry = (channel: ListEntry['channel'], ms: number, sequence: number | null = ms): ListEntry => ({
  id: `${channel}_${ms}`,
  channel,
  type: 'x',
  sequence,
  createdAt: new Date(ms),
});

describe('mergeEntries', () => {
  it('orders the entries of all tables by time, and keeps the order of each table', () => {
    const events = [entry('event', 9), entry('event', 3), entry('event', 5)];
    const calls = [entry('tool', 7, null), entry('tool', 1, null)];
    const merged = mergeEntries([events, [], calls], 'newest');
    expect(merged.map(({ id }) => id)).toEqual(['event_9', 'tool_7', 'event_3', 'event_5', 'tool_1']);
    const oldest = mergeEntries([events.toReversed(), [], calls.toReversed()], 'oldest');
    expect(oldest.map(({ id }) => id)).toEqual(['tool_1', 'event_5', 'event_3', 'tool_7', 'event_9']);
  });
});

describe('the cursor of the list', () => {
  const position = positionAfter(LIST_START, [entry('event', 9), entry('tool', 7, null), entry('event', 4)]);

  it('holds one position per table', () => {
    expect(position).toEqual({ event: 4, lifecycle: null, tool: { at: '1970-01-01T00:00:00.007Z', id: 'tool_7' } });
    expect(positionOf(cursorOf(position, ofA), ofA)).toEqual(position);
  });

  it.each([
    ['of another installation', cursorOf(position, { ...ofA, installationId: 'ins_b' })],
    ['of another order', cursorOf(position, { ...ofA, sort: 'oldest' })],
    ['that is not one', 'x'],
    ['with another number of values', encodeCursor('["ins_a",1]')],
    ['with a sequence that is not a number', encodeCursor('["ins_a","1",null,null,null]')],
    ['with a time that is not one', encodeCursor('["ins_a",null,null,"yesterday","tcl_1"]')],
  ])('is invalid for a cursor %s', (_name, cursor) => {
    expect(positionOf(cursor, ofA)).toBeNull();
  });

  it('belongs to the order of its list', () => {
    const oldest = { ...ofA, sort: 'oldest' } as const;
    expect(positionOf(cursorOf(position, oldest), oldest)).toEqual(position);
    expect(positionOf(cursorOf(position, ofA), oldest)).toBeNull();
  });
});
