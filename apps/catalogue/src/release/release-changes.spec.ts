import { describe, expect, it } from '@jest/globals';
import { KeyedSignal } from '@kushk/runtime';
import { ReleaseChanges } from './release-changes.js';

describe('ReleaseChanges', () => {
  it('limits one publisher to 20 waiting queries without affecting other publishers', async () => {
    const changes = new ReleaseChanges(new KeyedSignal());
    let queries = 0;
    let status: string | null = null;
    const wait = (publisherId: string, pluginId: string): Promise<string | null> =>
      changes.waitUntil(
        { publisherId, pluginId, version: '1.0.0' },
        () => Promise.resolve(((queries += 1), status)),
        60_000,
      );
    const greedy = Array.from({ length: 600 }, (_, index) => wait('greedy', `ir.greedy.p${index}`));
    const modest = wait('modest', 'ir.modest.p');
    expect(queries).toBe(21);
    status = 'published';
    for (let index = 0; index < 600; index += 1) changes.notify(`ir.greedy.p${index}`, '1.0.0');
    changes.notify('ir.modest.p', '1.0.0');
    expect(await modest).toBe('published');
    expect((await Promise.all(greedy)).filter((result) => result === null)).toHaveLength(580);
    expect(await wait('greedy', 'ir.greedy.p0')).toBe('published');
  });
});
