import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.js';

describe('room for calls', () => {
  it('is limited per key and in all, and goes to the first in line that fits', () => {
    const slots = new Slots(1, 2);
    const entered: string[] = [];
    const take = (key: string, name: string): (() => void) => slots.take(key, () => entered.push(name));
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
    const slots = new Slots(1, 1);
    const entered: string[] = [];
    slots.take('a', () => entered.push('first'));
    const leave = slots.take('a', () => entered.push('impatient'));
    slots.take('a', () => entered.push('patient'));
    leave();
    slots.release('a');
    expect(entered).toEqual(['first', 'patient']);
  });
});
