import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.js';

describe('room for calls', () => {
  it('is limited per key and in all, and goes to the first in line that fits', () => {
    const slots = new Slots({ perKey: 1, inAll: 2, inLinePerKey: 5 });
    const entered: string[] = [];
    const take = (key: string, name: string): unknown => slots.take(key, () => entered.push(name));
    take('a', 'a1');
    take('a', 'a2');
    take('b', 'b1');
    take('c', 'c1');
    expect(entered).toEqual(['a1', 'b1']);
    slots.release('b');
    expect(entered).toEqual(['a1', 'b1', 'c1']);
    slots.release('a');
    expect(entered).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('passes over who has left the line', () => {
    const slots = new Slots({ perKey: 1, inAll: 1, inLinePerKey: 5 });
    const entered: string[] = [];
    slots.take('a', () => entered.push('first'));
    const leave = slots.take('a', () => entered.push('impatient'));
    slots.take('a', () => entered.push('patient'));
    leave?.();
    slots.release('a');
    expect(entered).toEqual(['first', 'patient']);
  });

  it('lets only so many of one key stand in line, and the others all the same', () => {
    const slots = new Slots({ perKey: 1, inAll: 2, inLinePerKey: 2 });
    const entered: string[] = [];
    const take = (key: string, name: string): boolean => slots.take(key, () => entered.push(name)) !== null;
    expect(['a1', 'a2', 'a3', 'a4'].map((name) => take('a', name))).toEqual([true, true, true, false]);
    expect(take('b', 'b1')).toBe(true);
    slots.release('a');
    expect(entered).toEqual(['a1', 'b1', 'a2']);
    expect(take('a', 'a5')).toBe(true);
  });
});
