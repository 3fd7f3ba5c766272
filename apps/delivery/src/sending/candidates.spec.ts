import { describe, expect, it } from '@jest/globals';
import { Candidates, MAX_CANDIDATES } from './candidates.js';

describe('Candidates', () => {
  it('keeps the earliest due time of an endpoint', () => {
    const candidates = new Candidates();
    candidates.add('ins_a', 500);
    candidates.add('ins_a', 900);
    expect([candidates.dueAt(499), candidates.nextAfter(499), candidates.dueAt(500)]).toEqual([[], 500, ['ins_a']]);
  });

  it('forgets the endpoint that was added longest ago when there are too many', () => {
    const candidates = new Candidates();
    for (let n = 0; n < MAX_CANDIDATES; n += 1) candidates.add(`ins_${n}`, 0);
    candidates.add('ins_0', 0);
    candidates.add('ins_new', 0);
    expect(candidates.size).toBe(MAX_CANDIDATES);
    const due = candidates.dueAt(0);
    expect([due.includes('ins_0'), due.includes('ins_1'), due.includes('ins_new')]).toEqual([true, false, true]);
  });
});
