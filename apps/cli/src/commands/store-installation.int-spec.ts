import { describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const store = (...args: string[]) => cli.run(['store', ...args], cli.withToken());
const ok = (body: unknown) => ({ status: 200, body });
const installation = {
  installation_id: 'ins_1',
  plugin_id: 'ir.a.b',
  version: '1.0.0',
  status: 'installed',
  kind: 'external',
  plan: null,
  version_pending: null,
  version_moving: null,
  version_failed: null,
};
const channel = { state: 'ok', since: null, last_success_at: null, last_error: null, next_attempt_at: null };
const health = ok({ lifecycle: channel, events: channel, tools: channel });
const listOf = (changes: object) => ok({ items: [{ ...installation, ...changes }], next_cursor: null });

it('removes an installation where nobody can confirm it only with --yes', async () => {
  const refused = await cli.run(['store', 'remove', 'ins_1'], cli.withToken());
  expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('add --yes') });
  expect(cli.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

  cli.requests = [];
  cli.replies = [{ status: 200, body: { ...installation, status: 'removed' } }];
  const { exitCode } = await cli.run(['store', 'remove', 'ins_1', '--yes'], cli.withToken());
  expect(exitCode).toBe(0);
  expect(cli.requests).toMatchObject([{ method: 'DELETE', url: '/instance/v1/installations/ins_1' }]);
});

it('lists the store in an order of the server', async () => {
  cli.replies = [ok({ items: [], next_cursor: null })];
  const { out } = await store('list', '--tier', 'community', '--sort', 'name');
  expect(out).toContain('no plugin found');
  expect(cli.requests[0]!.url).toContain('/instance/v1/store?tier=community&sort=name&limit=');
});

describe('kushk store, for one installation', () => {
  it('pins an installation, changes its channel, and moves it to a version', async () => {
    cli.replies = [ok({ ...installation, channel: 'beta', follow: 'manual' })];
    const { out, exitCode } = await store('follow', 'ins_1', 'manual', '--channel', 'beta');
    expect([exitCode, cli.requests.at(-1)]).toMatchObject([
      0,
      { method: 'PATCH', url: '/instance/v1/installations/ins_1', body: { follow: 'manual', channel: 'beta' } },
    ]);
    expect(out).toContain('beta, manual');
    expect(await store('follow', 'ins_1')).toMatchObject({ exitCode: 2, err: expect.stringContaining('--channel') });

    cli.replies = [ok({ ...installation, version: '1.1.0' })];
    expect((await store('move', 'ins_1', '1.1.0')).out).toContain('ir.a.b@1.1.0 is installed');
    expect(cli.requests.at(-1)).toMatchObject({
      method: 'POST',
      url: '/instance/v1/installations/ins_1/update/move',
      body: { version: '1.1.0' },
    });
  });

  it('says which versions were declined, and reopens one', async () => {
    const versions_declined = [{ version: '2.0.0', by: 'per_1', at: '2026-11-20T10:00:00Z' }];
    cli.replies = [listOf({ versions_declined }), health];
    const line = '2.0.0 was declined: "kushk store reopen ins_1 2.0.0" takes this back';
    expect((await store('installed')).out).toContain(line);
    cli.replies = [ok({ ...installation, version_pending: '2.0.0', versions_declined: [] })];
    const { out } = await store('reopen', 'ins_1', '2.0.0');
    expect(cli.requests.at(-1)).toMatchObject({
      method: 'POST',
      url: '/instance/v1/installations/ins_1/update/reopen',
      body: { version: '2.0.0' },
    });
    expect(out).toContain('"kushk store update ins_1" shows 2.0.0, which waits for consent');
  });

  it('reconnects a plugin that has lost its credentials', async () => {
    cli.replies = [ok({ ...installation, status: 'pending' })];
    const { out, exitCode } = await store('reconnect', 'ins_1');
    expect([exitCode, cli.requests.at(-1)]).toMatchObject([
      0,
      { method: 'POST', url: '/instance/v1/installations/ins_1/reconnect' },
    ]);
    expect(out).toContain('ir.a.b@1.0.0 is pending');
  });

  it('says why an update to a version that runs elsewhere failed, and until when one is tried', async () => {
    const failed = { version: '1.1.0', reason: 'HTTP 500', at: '2026-11-20T10:00:00Z' };
    cli.replies = [listOf({ version_failed: failed }), health];
    expect((await store('installed')).out).toContain(
      'ins_1 stayed at 1.0.0: the plugin of 1.1.0 did not accept its credentials (HTTP 500)',
    );
    cli.replies = [listOf({ version_moving: { version: '1.1.0', gives_up_at: '2026-11-20T11:00:00Z' } }), health];
    expect((await store('installed')).out).toContain('without that by 2026-');
  });

  it('shows a container that fails with the first words of the reason', async () => {
    const reason = `crun: cgroups in hybrid mode not supported ${'x'.repeat(80)}`;
    const container = ok({ state: 'failing', reason, failed_version: null });
    cli.replies = [listOf({ kind: 'instance', status: 'pending' }), health, container];
    const { out } = await store('installed');
    expect(out).toContain('container failing: crun: cgroups in hybrid mode not supported');
    expect(out).not.toContain('x'.repeat(60));
  });
});

it('says in numbers what a removal costs', async () => {
  cli.replies = [
    { status: 200, body: { remaining: { gifted: '100', purchased: '7.5' } } },
    { status: 200, body: { manifest: { records: [{ type: 'tender' }, { type: 'bid' }] } } },
    { status: 200, body: { items: [{}, {}, {}], next_cursor: null } },
    { status: 200, body: { items: [{}], next_cursor: null } },
    { status: 200, body: { installation_id: 'ins_1', plugin_id: 'ir.acme.tenders' } },
    { status: 200, body: { items: [{ installation_id: 'ins_1', created_at: '' }], next_cursor: null } },
    { status: 200, body: { items: [], next_cursor: null } },
  ];
  const { err } = await cli.run(['store', 'remove', 'ins_1'], cli.withToken());
  expect(err.split('\n').slice(0, 4)).toEqual([
    'lost for ever: 100 MU that were a gift',
    'kept for the next installation: 7.5 purchased MU',
    'lost for ever: 4 records of the plugin',
    expect.stringMatching(/^proposals and sources that wait for a decision: 1; they stay in the inbox/),
  ]);
});
