import { describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.js';

describe('eventually', () => {
  it('returns the first result after errors and empty results', async () => {
    let calls = 0;
    const answer = await eventually(() => {
      calls += 1;
      if (calls === 1) throw new Error('not yet');
      return [undefined, undefined, null, false, 0][calls] as number | null | false | undefined;
    });
    expect([answer, calls]).toEqual([0, 4]);
  });

  it('fails after the deadline with the last error', async () => {
    await expect(
      eventually(() => {
        expect(1).toBe(2);
      }, 30),
    ).rejects.toThrow(/not within 30 ms/);
    await expect(eventually(() => false, 30)).rejects.toThrow('the answer is still false');
  });
});
