import { describe, expect, it } from '@jest/globals';
import { excerptsOf } from './excerpts.js';

describe('excerptsOf', () => {
  it('waits for the next turn between two texts', async () => {
    let turns = 0;
    const nextTurn = () => Promise.resolve((turns += 1));
    const texts = ['one', null, 'two', 'three'];
    expect(await excerptsOf(texts, 'one', nextTurn)).toEqual(texts);
    expect(turns).toBe(3);
  });
});
