import { describe, expect, it } from '@jest/globals';
import { purseStream } from '../../test/purse.js';
import { CachedStates } from './cached-states.js';

const positions = { first: 1n, count: 65_536 };
const isCached = (cached: CachedStates, id: string): boolean =>
  cached.find(new Map([[`purse-${id}`, { type: purseStream, id }]])) !== null;
const written = (id: string, characters: number) => ({
  ...{ streamId: `purse-${id}`, id, type: purseStream, storedVersion: 0, version: 1, state: { coins: 1n } },
  text: ' '.repeat(characters),
});

describe('cached states', () => {
  it('are removed, those used longest ago first, when there are many', () => {
    const cached = new CachedStates();
    const ids = Array.from({ length: 10_000 }, (_, index) => `p${index}`);
    for (const id of ids.slice(0, 5_000)) cached.store({ streams: [written(id, 13)], positions });
    cached.store({ streams: [written('p0', 13)], positions });
    for (const id of ids.slice(5_000)) cached.store({ streams: [written(id, 13)], positions });
    expect(['p0', 'p1', 'p9999'].map((id) => isCached(cached, id))).toEqual([true, false, true]);
  });

  it('have no data that is not stored', () => {
    const cached = new CachedStates();
    const type = { ...purseStream, stateToStore: (state: object) => ({ ...state, data: null }) };
    const state = { coins: 1n, data: 'x'.repeat(1_000_000) };
    cached.store({ streams: [{ ...written('a', 13), type, state }], positions });
    const streams = cached.find(new Map([['purse-a', { type, id: 'a' }]]))?.streams;
    expect(streams?.get('purse-a')?.state).toEqual({ coins: 1n, data: null });
  });

  it('do not include a large state, which would replace the others', () => {
    const cached = new CachedStates();
    cached.store({ streams: [written('a', 60_000)], positions });
    cached.store({ streams: [written('b', 3_000_000)], positions });
    expect(['a', 'b'].map((id) => isCached(cached, id))).toEqual([true, false]);
    cached.store({ streams: [written('a', 70_000)], positions });
    expect(isCached(cached, 'a')).toBe(false);
  });
});
