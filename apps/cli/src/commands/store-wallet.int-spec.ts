import { describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const store = (...args: string[]) => cli.run(['store', ...args], cli.withToken());
const ok = (body: unknown) => ({ status: 200, body });
const totals = {
  ...{ available: '30', held: '1', consumed_this_month: '2', consumed_last_month: '3', forecast_month: '3.6' },
};
const wallet = (installation_id: string) => ({
  ...{ installation_id, plugin_id: 'ir.a.b', status: 'open', is_low: true, budget: { monthly: '9', services: {} } },
  ...{ available: '15', held: '0.5', consumed_this_month: '1', consumed_last_month: '1.5' },
  ...{ forecast_month: '1.8', enough_until: '2027-01-02' },
});

describe('kushk store, for money', () => {
  it('lists the wallets of all pages with their sums', async () => {
    cli.replies = [
      ok({ items: [wallet('ins_1')], totals, next_cursor: 'c' }),
      ok({ items: [wallet('ins_2')], totals, next_cursor: null }),
    ];
    const { out } = await store('wallets', '--sort', 'available');
    expect(out).toMatch(/ins_2 +ir\.a\.b +15 +0\.5 +1 +1\.5 +1\.8 +2027-01-02 +9 +low/);
    expect(out).toMatch(/total +30 +1 +2 +3 +3\.6/);
    expect(cli.requests.map(({ url }) => url)).toEqual([
      expect.stringContaining('sort=available&limit=200'),
      expect.stringContaining('cursor=c'),
    ]);
  });

  it('shows the months of a wallet and one line for each charge', async () => {
    const month = { month: '2026-11', consumed: '2', purchased: '10', gifted: '0' };
    const hold = { id: 'hld_1', at: '2026-11-20T09:00:00.000Z', count: 4, mu: '1', released: '0.5' };
    const charge = { kind: 'charge', at: '2026-11-20T10:00:00.000Z', service: 'page', count: 2, mu: '0.5', hold };
    cli.replies = [ok({ months: [month] }), ok({ items: [{ ...charge, available_after: '9.5' }], next_cursor: null })];
    const { out } = await store('wallet', 'ins_1', '--month', '2026-11');
    expect(out).toMatch(/2026-11 +2 +10 +0/);
    expect(out).toMatch(/charge +0\.5 +page +2 +1 +9\.5/);
    expect(cli.requests[1]!.url).toContain('/wallet/transactions?month=2026-11&limit=');
  });
});
