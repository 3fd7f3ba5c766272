import { describe, expect, it } from '@jest/globals';
import { FairShare } from './fair-share.js';

/** Serves the first installation of the order, one attempt at a time, and counts the attempts of each installation. */
function serve(attempts: number, durationsMs: Record<string, number>): Record<string, number> {
  const share = new FairShare();
  const counts: Record<string, number> = {};
  for (let i = 0; i < attempts; i += 1) {
    const next = share.order(Object.keys(durationsMs))[0] ?? '';
    counts[next] = (counts[next] ?? 0) + 1;
    share.charge(next, durationsMs[next] ?? 0);
  }
  return counts;
}

describe('FairShare', () => {
  it('gives a slow and a quick plugin equal time, not equal numbers of attempts', () => {
    const counts = serve(1_010, { slow: 1_000, quick: 10 });
    expect(counts['quick']).toBeGreaterThan(90 * (counts['slow'] ?? 0));
  });

  it('gives equally fast plugins the same number of attempts', () => {
    expect(serve(300, { a: 5, b: 5, c: 5 })).toEqual({ a: 100, b: 100, c: 100 });
  });

  it('gives a new installation no advantage for the time before it arrived', () => {
    const share = new FairShare();
    for (let i = 0; i < 100; i += 1) {
      share.order(['old']);
      share.charge('old', 100);
    }
    share.order(['old', 'new']);
    share.charge('new', 150);
    expect(share.order(['old', 'new'])[0]).toBe('old');
  });
});
