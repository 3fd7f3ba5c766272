import { describe, expect, it } from '@jest/globals';
import { lastDigestAt, retryAfterMs, selectForMail } from './mail-selection.js';

const at = (time: string) => new Date(`2026-11-${time}:00.000Z`);
const wishes = {
  preferences: {
    wallet_low: { page: false, email: 'at_once' },
    update_waiting: { page: true, email: 'daily' },
    wallet_frozen: { page: true, email: 'off' },
  } as const,
  mailSince: { wallet_low: at('20T08:00').toISOString(), update_waiting: at('20T00:00').toISOString() },
};
const selected = (way: 'at_once' | 'daily', now: Date, ...items: [kind: string, at: Date][]) =>
  selectForMail(
    items.map(([kind, time]) => ({ kind: kind as 'wallet_low', at: time })),
    wishes,
    { way, now },
  ).map((item) => [item.kind, item.at]);

describe('selectForMail', () => {
  it('sends at once what the person wants so, but nothing from before the person wanted it', () => {
    const items: [string, Date][] = [
      ['wallet_low', at('20T08:00')],
      ['wallet_low', at('20T08:01')],
      ['update_waiting', at('20T08:01')],
      ['wallet_frozen', at('20T08:01')],
      ['budget_reached', at('20T08:01')],
    ];
    expect(selected('at_once', at('20T09:00'), ...items)).toEqual([['wallet_low', at('20T08:01')]]);
  });

  it('leaves what comes after eight in the morning of Tehran to the digest of the next day', () => {
    const items: [string, Date][] = [
      ['update_waiting', at('20T04:30')],
      ['update_waiting', at('20T04:31')],
    ];
    expect(selected('daily', at('20T04:29'), ...items)).toEqual([]);
    expect(selected('daily', at('20T23:00'), ...items)).toEqual([['update_waiting', at('20T04:30')]]);
    expect(selected('daily', at('21T04:30'), ...items)).toHaveLength(2);
    expect(lastDigestAt(at('20T04:29'))).toEqual(at('19T04:30'));
  });
});

it('retries after one minute, and after an hour at the latest', () => {
  expect([1, 2, 3, 7, 50].map(retryAfterMs)).toEqual([60_000, 120_000, 240_000, 3_600_000, 3_600_000]);
});
