import { describe, expect, it } from '@jest/globals';
import { adjacent, type Step } from './adjacent.js';

const step = (current: string, by: Step): string | undefined =>
  adjacent(['a', 'b', 'c'], (item) => item === current, by);

describe('the step to the adjacent item of a list', () => {
  it('goes to the next and to the previous item', () => {
    expect([step('a', 1), step('c', -1)]).toEqual(['b', 'b']);
  });

  it('ends at the first and at the last item', () => {
    expect([step('a', -1), step('c', 1)]).toEqual(['a', 'c']);
  });

  it('begins at the first item while none is current', () => {
    expect([step('x', 1), step('x', -1)]).toEqual(['a', 'a']);
    expect(adjacent([], () => true, 1)).toBeUndefined();
  });
});
