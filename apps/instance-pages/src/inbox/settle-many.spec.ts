import { describe, expect, it } from '@jest/globals';
import type { ListedProposal } from './items.js';
import { planOf } from './plan-many.js';
import { settleMany, type Decide } from './settle-many.js';

const targets = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `prp_${at}` }));
const done: Decide = (ids) => Promise.resolve(ids.map((id) => ({ id, outcome: 'applied', code: null })));

describe('planOf', () => {
  const change = (id: string, record_id: string | null, changes: object): ListedProposal =>
    ({ id, record_id, changes, stale: id === 'prp_5', created_at: '2026-11-20T08:00:00.000Z' }) as ListedProposal;
  const chosen = [
    change('prp_1', 'cas_1', { amount: '1' }),
    change('prp_2', 'cas_1', { title: 'a', amount: '2' }),
    change('prp_3', 'cas_2', { amount: '3' }),
    change('prp_4', 'cas_1', { amount: '4' }),
    change('prp_5', 'cas_1', { title: 'b' }),
    change('prp_6', 'cas_1', { title: 'c' }),
    change('prp_7', null, { title: 'd' }),
    change('prp_8', null, { title: 'e' }),
    change('prp_9', 'cas_2', { amount: '3' }),
  ];
  const ids = (proposals: readonly ListedProposal[]) => proposals.map(({ id }) => id.slice(-1)).join('');

  it('applies the newest of those that change the same field to other values, whatever the order of the list', () => {
    for (const listed of [chosen, chosen.toReversed()]) {
      const { targets, stale, overlapping } = planOf(listed, 'apply');
      expect([targets, stale, overlapping].map(ids)).toEqual(['987643', '5', '21']);
    }
  });

  it('rejects them all', () => {
    expect(ids(planOf(chosen, 'reject').targets)).toBe('987654321');
  });
});

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
