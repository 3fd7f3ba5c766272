import { describe, expect, it } from '@jest/globals';
import { excerptsOf } from './excerpts.client.js';

describe('excerptsOf', () => {
  it('lets other work run between two texts', async () => {
    let [turns, isDone] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    expect(await excerptsOf(['one', null, 'two', 'three'], 'one')).toEqual(['one', null, 'two', 'three']);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
