import { describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const notifications = (...args: string[]) => cli.run(['notifications', ...args], cli.withToken());
const nothing = {
  proposal_id: null,
  installation_id: null,
  summary: null,
  count: null,
  version: null,
  available: null,
};

describe('kushk notifications', () => {
  it('lists the newest first with what the other commands take, and marks them as read', async () => {
    const at = '2026-11-20T08:00:00.000Z';
    const assigned = {
      kind: 'proposal_assigned',
      at,
      read: false,
      proposal_id: 'prp_1',
      summary: 'The \u001b[31mamount',
    };
    const waiting = { ...nothing, kind: 'proposals_waiting', at, read: true, count: 7 };
    cli.replies = [
      { status: 200, body: { items: [{ ...nothing, ...assigned }, waiting], next_cursor: null, unread: 1 } },
    ];
    const { exitCode, out } = await notifications('list');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/proposal_assigned +prp_1 The .*amount +no\n.*proposals_waiting +7 +yes/);
    expect(out).not.toContain('\u001b[31m');
    cli.replies = [{ status: 200, body: { read_until: at } }];
    expect(await notifications('read', '--until', at)).toMatchObject({ exitCode: 0, out: `read until ${at}\n` });
    expect(cli.requests.at(-1)).toMatchObject({
      method: 'POST',
      url: '/instance/v1/notifications/read',
      body: { until: at },
    });
  });

  it('changes one kind of the preferences and keeps the others, and names the kinds for another word', async () => {
    const kinds = { wallet_low: { page: true, email: 'off' }, update_waiting: { page: false, email: 'daily' } };
    const changed = { ...kinds, wallet_low: { page: false, email: 'at_once' } };
    cli.replies = [
      { status: 200, body: { kinds } },
      { status: 200, body: { kinds: changed } },
    ];
    const { exitCode, out } = await notifications('preferences', 'wallet_low', '--page', 'off', '--email', 'at_once');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/wallet_low +no +at_once\nupdate_waiting +no +daily/);
    const url = '/instance/v1/notifications/preferences';
    expect(cli.requests.at(-1)).toMatchObject({ method: 'PUT', url, body: { kinds: changed } });
    cli.replies = [{ status: 200, body: { kinds } }];
    const { exitCode: refused, err } = await notifications('preferences', 'wallet', '--page', 'off');
    expect([refused, err]).toEqual([2, expect.stringContaining('wallet_low, update_waiting')]);
  });

  it('lists what needs attention on the hub for its staff', async () => {
    const none = {
      plugin_id: null,
      version: null,
      publisher_id: null,
      key_id: null,
      instance_id: null,
      expires_at: null,
    };
    const [at, expires_at] = ['2026-11-20T08:00:00.000Z', '2026-12-20T08:00:00.000Z'];
    const key = { ...none, kind: 'key_expiring', at, read: false, publisher_id: 'acme', key_id: 'key_1', expires_at };
    const release = { ...none, kind: 'release_waiting', at, read: true, plugin_id: 'ir.acme.a', version: '1.0.0' };
    cli.replies = [{ status: 200, body: { items: [key, release], next_cursor: null, unread: 1 } }];
    const { exitCode, out } = await cli.run(['operator', 'notifications', 'list'], cli.withToken());
    expect(exitCode).toBe(0);
    expect(out).toMatch(/key_expiring +acme key_1 2026-12-20\S+ +no\n.*release_waiting +ir.acme.a 1.0.0 +yes/);
    cli.replies = [{ status: 200, body: { read_until: at } }];
    await cli.run(['operator', 'notifications', 'read'], cli.withToken());
    expect(cli.requests.at(-1)).toMatchObject({ url: '/operator/v1/notifications/read', body: { until: null } });
    const kinds = { key_expiring: { page: true, email: 'off' }, rollout_halted: { page: true, email: 'off' } };
    const changed = { ...kinds, key_expiring: { page: false, email: 'daily' } };
    cli.replies = [
      { status: 200, body: { kinds } },
      { status: 200, body: { kinds: changed } },
    ];
    const choice = ['preferences', 'key_expiring', '--page', 'off', '--email', 'daily'];
    const set = await cli.run(['operator', 'notifications', ...choice], cli.withToken());
    expect([set.exitCode, set.out]).toEqual([0, expect.stringMatching(/key_expiring +no +daily/)]);
    const url = '/operator/v1/notifications/preferences';
    expect(cli.requests.at(-1)).toMatchObject({ method: 'PUT', url, body: { kinds: changed } });
  });
});
