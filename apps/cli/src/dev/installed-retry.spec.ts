import { describe, expect, it } from '@jest/globals';
import type { DeliveryResource } from '@kushk/contracts';
import { InstalledRetry } from './installed-retry.js';

const call = (status: string, next_attempt_at: string | null): DeliveryResource =>
  ({ id: 'dlv_1', channel: 'lifecycle', type: 'installed', status, attempt_count: 3, next_attempt_at }) as never;

describe('the call "installed" that waits for a later attempt', () => {
  it('is sent again at once, twice; then the time of its next attempt is told once, until something changes', async () => {
    const sent: string[] = [];
    let listed = [call('waiting', '2026-11-23T10:05:00.000Z')];
    const retry = new InstalledRetry({
      deliveries: () => Promise.resolve(listed),
      redeliver: (_id: string, delivery: string) => Promise.resolve(sent.push(delivery)),
    });
    const run = () => retry.run('ins_1', Date.parse('2026-11-23T10:00:00.000Z'));
    const outcomes = [await run(), await run(), await run(), await run()];
    expect(outcomes).toEqual([
      { kind: 'sent' },
      { kind: 'sent' },
      { kind: 'later', at: '2026-11-23T10:05:00.000Z' },
      null,
    ]);
    retry.reset();
    expect(await run()).toEqual({ kind: 'sent' });
    const untried = { ...call('waiting', '2026-11-23T10:05:00.000Z'), attempt_count: 0 } as DeliveryResource;
    const dueSoon = call('waiting', '2026-11-23T10:00:00.500Z');
    for (const left of [call('delivered', null), untried, dueSoon]) {
      listed = [left];
      retry.reset();
      expect([await run(), sent]).toEqual([null, ['dlv_1', 'dlv_1', 'dlv_1']]);
    }
  });
});
