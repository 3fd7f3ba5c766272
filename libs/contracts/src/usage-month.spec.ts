import { describe, expect, it } from '@jest/globals';
import { usageMonthBounds, usageMonthOf } from './usage-month.js';

describe('the usage month', () => {
  it('is cut at midnight in Tehran, not in UTC', () => {
    expect(usageMonthOf(new Date('2026-10-31T20:29:59.999Z'))).toBe('2026-10');
    expect(usageMonthOf(new Date('2026-10-31T20:30:00.000Z'))).toBe('2026-11');
  });

  it('follows the summer time that Tehran had until 2022', () => {
    const march = usageMonthBounds('2022-03');
    expect([march.startsAt.toISOString(), march.endsAt.toISOString()]).toEqual(['2022-02-28T20:30:00.000Z', '2022-03-31T19:30:00.000Z']);
    const september = usageMonthBounds('2022-09');
    expect([september.startsAt.toISOString(), september.endsAt.toISOString()]).toEqual(['2022-08-31T19:30:00.000Z', '2022-09-30T20:30:00.000Z']);
  });
});
