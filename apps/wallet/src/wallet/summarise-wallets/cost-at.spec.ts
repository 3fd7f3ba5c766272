import { describe, expect, it } from '@jest/globals';
import { costAt } from './cost-at.js';

describe('the forecast of a month', () => {
  const used = [
    { service: 'page', count: '130' },
    { service: 'ended', count: '5' },
  ];

  it('is what the use costs at the rates of the plan now, without services that have no rate any more', () => {
    expect(costAt({ page: '120000' }, used)).toBe(15_600_000n);
  });

  it('is unknown without use and without a plan, which charges nothing', () => {
    expect([costAt({ page: '120000' }, []), costAt(null, used)]).toEqual([null, null]);
  });
});
