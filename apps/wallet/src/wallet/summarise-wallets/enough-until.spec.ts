import { describe, expect, it } from '@jest/globals';
import { enoughUntil } from './enough-until.js';

const DAY_MS = 86_400_000;
const at = new Date('2026-11-20T00:00:00.000Z');
const enough = (availableMicroMu: bigint, consumedMicroMu: bigint) =>
  enoughUntil({ availableMicroMu, consumedMicroMu, periodMs: 30 * DAY_MS, at })?.toISOString() ?? null;

describe('enoughUntil', () => {
  it('is as far away as the balance lasts at the use of the period', () => {
    expect(enough(20_000_000n, 60_000_000n)).toBe('2026-11-30T00:00:00.000Z');
    expect(enough(0n, 1n)).toBe(at.toISOString());
  });

  it('is unknown without use, and for more than ten years', () => {
    expect(enough(1n, 0n)).toBeNull();
    expect(enough(2n ** 63n - 1n, 1n)).toBeNull();
    expect(enough(120_000_000n, 1_000_000n)).toBe('2036-09-28T00:00:00.000Z');
    expect(enough(123_000_000n, 1_000_000n)).toBeNull();
  });
});
