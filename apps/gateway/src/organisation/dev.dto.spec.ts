import { describe, expect, it } from '@jest/globals';
import { Refused } from '@kushk/edge';
import { testEventBody } from './dev.dto.js';

function problemsOf(value: unknown): readonly string[] {
  try {
    testEventBody.read(value);
    return [];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return (error.params['problems'] as readonly { path: string; code: string }[]).map(
      ({ path, code }) => `${path} ${code}`,
    );
  }
}

describe('the data of a test event', () => {
  it('is accepted when it is that of the type', () => {
    expect(problemsOf({ type: 'plugin.wallet.low', data: { available: '5', threshold: '10.5' } })).toEqual([]);
    expect(problemsOf({ type: 'plugin.ping', data: { anything: [1] } })).toEqual([]);
    expect(problemsOf({ type: 'plugin.ping' })).toEqual([]);
  });

  it('is refused with every problem at its pointer, because plugins get exact types', () => {
    expect(problemsOf({ type: 'plugin.wallet.low', data: { available: 5 } }).toSorted()).toEqual([
      '/data/available type',
      '/data/threshold required',
    ]);
    expect(problemsOf({ type: 'plugin.plan.changed' })).toEqual(['/data/plan required']);
    expect(problemsOf({ type: 'plugin.nothing', data: {} })).toEqual(['/type enum']);
  });
});
