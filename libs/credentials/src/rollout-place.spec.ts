import { describe, expect, it } from '@jest/globals';
import { PLACES, rolloutPlace } from './rollout-place.js';

describe('rolloutPlace', () => {
  it('is the SHA-256 of alias and version modulo ten thousand', () => {
    // printf 'inst_0123456789ABCDEFGHJK 1.4.0' | sha256sum
    expect(rolloutPlace('inst_0123456789ABCDEFGHJK', '1.4.0')).toBe(3122);
  });

  it('spreads installations evenly, in another order for each version', () => {
    const aliases = Array.from({ length: 2_000 }, (_, number) => `inst_${number}`);
    const first = (version: string) => aliases.filter((alias) => rolloutPlace(alias, version) < PLACES / 10);
    const [a, b] = [first('1.0.0'), first('1.0.1')];
    for (const { length } of [a, b]) {
      expect(length).toBeGreaterThan(140);
      expect(length).toBeLessThan(260);
    }
    expect(a.filter((alias) => b.includes(alias)).length).toBeLessThan(60);
  });
});
