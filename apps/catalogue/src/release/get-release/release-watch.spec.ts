import { describe, expect, it } from '@jest/globals';
import { Signals } from '@kushk/runtime';
import { ReleaseWatch } from './release-watch.handler.js';

describe('the watch over the releases', () => {
  it('does not let one publisher take the places of all others', async () => {
    const watch = new ReleaseWatch(new Signals());
    let asked = 0;
    let status: string | null = null;
    const wait = (publisherId: string, pluginId: string): Promise<string | null> =>
      watch.until({ publisherId, pluginId, version: '1.0.0' }, () => Promise.resolve(((asked += 1), status)), 5_000);
    const greedy = Array.from({ length: 600 }, (_, index) => wait('greedy', `ir.greedy.p${index}`));
    const modest = wait('modest', 'ir.modest.p');
    expect(asked).toBe(21);
    status = 'published';
    for (let index = 0; index < 600; index += 1) watch.changed(`ir.greedy.p${index}`, '1.0.0');
    watch.changed('ir.modest.p', '1.0.0');
    expect(await modest).toBe('published');
    expect((await Promise.all(greedy)).filter((answer) => answer === null)).toHaveLength(580);
    expect(await wait('greedy', 'ir.greedy.p0')).toBe('published');
  });
});
