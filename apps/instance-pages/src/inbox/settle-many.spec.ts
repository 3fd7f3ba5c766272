import { describe, expect, it } from '@jest/globals';
import { settleMany, type Decide } from './settle-many.js';

const targets = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `prp_${at}` }));
const done: Decide = (ids) => Promise.resolve(ids.map((id) => ({ id, outcome: 'applied', code: null })));

describe('settleMany', () => {
  it('sends a hundred with each request, and reports the outcomes of each', async () => {
    const sizes: number[] = [];
    const progress: number[] = [];
    const decide: Decide = (ids, key) => {
      sizes.push(ids.length);
      return done(ids, key);
    };
    const settled = await settleMany(targets(250), decide, (part) => progress.push(part.length));
    expect({ sizes, progress }).toEqual({ sizes: [100, 100, 50], progress: [100, 100, 50] });
    expect(settled.map(({ target }) => target)).toEqual(targets(250));
  });

  it('reports skipped and failed proposals separately', async () => {
    const codes = ['proposal.stale', 'proposal.invalid', null, 'proposal.settled'];
    const decide: Decide = (ids) =>
      Promise.resolve(
        ids.map((id, at) => ({ id, outcome: codes[at] === null ? 'applied' : 'refused', code: codes[at]! })),
      );
    const outcomes = await settleMany(targets(4), decide);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['skipped', 'failed', 'done', 'skipped']);
  });

  it('repeats with the same key what the service could not decide', async () => {
    const keys: unknown[] = [];
    const decide: Decide = (ids, key) => {
      keys.push(key);
      const isFirst = keys.length === 1;
      return Promise.resolve(
        ids.map((id, at) =>
          isFirst && at === 1
            ? { id, outcome: 'refused', code: 'service.unavailable' }
            : { id, outcome: 'rejected', code: null },
        ),
      );
    };
    const outcomes = await settleMany(targets(3), decide);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done']);
    expect([keys.length, keys[0]]).toEqual([2, keys[1]]);
  });

  it('counts as failed what no answer arrives for, and goes on', async () => {
    const decide: Decide = (ids, key) =>
      ids.includes('prp_0') ? Promise.reject(new TypeError('network')) : done(ids, key);
    const outcomes = await settleMany(targets(101), decide);
    expect([outcomes[0], outcomes[100]]).toMatchObject([{ outcome: 'failed', code: null }, { outcome: 'done' }]);
  });
});
