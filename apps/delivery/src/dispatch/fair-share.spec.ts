import { describe, expect, it } from '@jest/globals';
import { FairShare } from './fair-share.js';

/** Serves one installation at a time, always the first in order, and counts the calls of each. */
function serve(rounds: number, durations: Record<string, number>): Record<string, number> {
  const shares = new FairShare();
  const calls: Record<string, number> = {};
  for (let i = 0; i < rounds; i += 1) {
    const next = shares.order(Object.keys(durations))[0] ?? '';
    calls[next] = (calls[next] ?? 0) + 1;
    shares.charge(next, durations[next] ?? 0);
  }
  return calls;
}

describe('fair share', () => {
  it('gives equal time, not equal calls, to a slow and a quick plugin', () => {
    const calls = serve(1_010, { slow: 1_000, quick: 10 });
    expect(calls['quick']).toBeGreaterThan(90 * (calls['slow'] ?? 0));
  });

  it('serves all alike when all take the same', () => {
    expect(serve(300, { a: 5, b: 5, c: 5 })).toEqual({ a: 100, b: 100, c: 100 });
  });

  it('does not let a newcomer claim the time that has passed without it', () => {
    const shares = new FairShare();
    for (let i = 0; i < 100; i += 1) {
      shares.order(['old']);
      shares.charge('old', 100);
    }
    shares.order(['old', 'new']);
    shares.charge('new', 150);
    expect(shares.order(['old', 'new'])[0]).toBe('old');
  });

  it('takes no account of who has nothing to send', () => {
    const shares = new FairShare();
    shares.charge('gone', 1_000);
    shares.keepOnly((id) => id !== 'gone');
    expect(shares.order(['gone', 'here'])).toEqual(['gone', 'here']);
  });
});
