import { describe, expect, it } from '@jest/globals';
import { changeEventReader, namesIn } from './change-events.js';

describe('the reader of change events', () => {
  it('returns the lists of each event, wherever the text is cut', () => {
    const text =
      'retry: 1000\n\nevent: changes\ndata: {"lists":["a","b"]}\n\n: heartbeat\n\nevent: changes\ndata: {"lists":["c"]}\n\n';
    for (let at = 0; at <= text.length; at += 1) {
      const read = changeEventReader();
      expect([...read(text.slice(0, at)), ...read(text.slice(at))]).toEqual([['a', 'b'], ['c']]);
    }
  });

  it('waits for the end of an event, and refuses one without end', () => {
    const read = changeEventReader();
    expect(read('data: {"lists":["a"]}\n')).toEqual([]);
    expect(() => read('x'.repeat(70_000))).toThrow(RangeError);
  });

  it('takes nothing but names', () => {
    expect(namesIn(['a', 1, null, { b: 1 }])).toEqual(['a']);
    for (const value of [null, 'a', { length: 1, 0: 'a' }]) expect(namesIn(value)).toEqual([]);
  });
});
