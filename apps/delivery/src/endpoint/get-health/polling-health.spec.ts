import { describe, expect, it } from '@jest/globals';
import { pollingHealth } from './polling-health.js';

const HOUR_MS = 3_600_000;
const now = new Date('2026-11-28T12:00:00.000Z');
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
const polled = { pollableSince: ago(1_000), polledAt: ago(1), oldestUnreadAt: null };

describe('pollingHealth', () => {
  it('is ok while the plugin polls, and shows its last poll', () => {
    expect(pollingHealth(polled, now)).toMatchObject({
      state: 'ok',
      since: null,
      last_success_at: ago(1).toISOString(),
    });
  });

  it('is silent from 24 hours after the last poll on', () => {
    expect(pollingHealth({ ...polled, polledAt: ago(23.9) }, now).state).toBe('ok');
    expect(pollingHealth({ ...polled, polledAt: ago(25) }, now)).toMatchObject({
      state: 'silent',
      since: ago(1).toISOString(),
      ended_by: 'poll',
    });
  });

  it('is silent from 24 hours after the plugin could poll for the first time, or again after a pause', () => {
    expect(pollingHealth({ ...polled, pollableSince: ago(23), polledAt: null }, now).state).toBe('ok');
    expect(pollingHealth({ ...polled, pollableSince: ago(25), polledAt: null }, now).state).toBe('silent');
    expect(pollingHealth({ ...polled, pollableSince: ago(2), polledAt: ago(100) }, now).state).toBe('ok');
  });

  it('is silent when an event has waited for 20 days, although the plugin polls', () => {
    expect(pollingHealth({ ...polled, oldestUnreadAt: ago(19 * 24) }, now).state).toBe('ok');
    expect(pollingHealth({ ...polled, oldestUnreadAt: ago(21 * 24) }, now)).toMatchObject({
      state: 'silent',
      since: ago(24).toISOString(),
    });
  });

  it('is not silent while the plugin cannot poll', () => {
    expect(pollingHealth({ pollableSince: null, polledAt: ago(100), oldestUnreadAt: ago(1_000) }, now).state).toBe(
      'ok',
    );
  });
});
