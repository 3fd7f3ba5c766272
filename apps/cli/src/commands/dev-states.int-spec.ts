import { describe, expect, it } from '@jest/globals';
import { cliHarness, problemReply, type StubReply } from '../../test/cli-harness.js';

const cli = cliHarness();
const of = ['--installation', 'ins_1'] as const;
const installed: StubReply = { status: 200, body: { installation_id: 'ins_1', plugin_id: 'ir.acme.invoices' } };
const ok = (body: object): StubReply => ({ status: 200, body });
const deliveries = (...items: readonly object[]): StubReply => ok({ items, next_cursor: null });
const delivery = (attempt_count: number, status: number) => ({
  id: 'evt_1',
  channel: 'event',
  type: 'plugin.ping',
  status: status === 200 ? 'delivered' : 'waiting',
  attempt_count,
  attempts: [{ attempt: attempt_count, status, error: null, response: null, duration_ms: 4 }],
  next_attempt_at: status === 200 ? null : '2026-11-01T10:00:00Z',
  waits_for: null,
});

describe('the states that a plugin must survive', () => {
  it('include a stored event that comes again', async () => {
    cli.replies = [
      installed,
      deliveries(delivery(1, 200)),
      ok({}),
      deliveries(delivery(1, 200)),
      deliveries(delivery(2, 200)),
    ];
    const { exitCode, out } = await cli.run(['dev', 'resend', 'evt_1', ...of], cli.withToken());
    expect([exitCode, out]).toEqual([0, '✓ plugin.ping evt_1  200  4 ms\n']);
    expect(cli.requests[2]).toMatchObject({
      method: 'POST',
      url: '/instance/v1/installations/ins_1/deliveries/evt_1/redeliver',
    });
  });

  it('name the command that sends again what the plugin has not accepted', async () => {
    cli.replies = [installed, deliveries(delivery(1, 500)), ok({}), deliveries(delivery(2, 500))];
    const { exitCode, out } = await cli.run(['dev', 'resend', 'evt_1', ...of], cli.withToken());
    expect([exitCode, out]).toEqual([1, expect.stringContaining('"kushk store resend ins_1" makes it at once')]);
  });

  it('include a plugin that cannot be reached for a time', async () => {
    cli.replies = [installed, ok({ until: '2026-11-01T10:10:00Z' }), installed, ok({ until: null })];
    expect((await cli.run(['dev', 'down', '10m', ...of], cli.withToken())).out).toContain('"kushk dev down 0" ends it');
    expect((await cli.run(['dev', 'down', '0', ...of], cli.withToken())).out).toContain('the plugin is called again');
    expect(cli.requests.filter(({ method }) => method === 'POST')).toMatchObject([
      { url: '/instance/v1/dev/installations/ins_1/outage', body: { seconds: 600 } },
      { body: { seconds: 0 } },
    ]);
    expect(await cli.run(['dev', 'down', '48h', ...of], cli.withToken())).toMatchObject({ exitCode: 2 });
  });

  it('say that the events of a plugin that polls come all the same', async () => {
    cli.replies = [ok({ ...Object(installed.body), delivery: 'poll' }), ok({ until: '2026-11-01T10:10:00Z' })];
    const { out } = await cli.run(['dev', 'down', '10m', ...of], cli.withToken());
    expect(out).toMatch(/no tool of the plugin is called[\s\S]*polls, so its events are not affected/);
  });

  it('include new credentials from the admin', async () => {
    const call = { ...delivery(1, 200), id: 'dlv_2', channel: 'lifecycle', type: 'installed' };
    cli.replies = [installed, deliveries(), ok({}), deliveries(call)];
    const { exitCode, out } = await cli.run(['dev', 'rotate', ...of], cli.withToken());
    expect([exitCode, out]).toEqual([0, '✓ installed dlv_2  200  4 ms\n']);
    expect(cli.requests[2]).toMatchObject({ method: 'POST', url: '/instance/v1/installations/ins_1/rotate' });
  });

  it('include new credentials of a plugin that polls, which gets no call with them', async () => {
    cli.writeFile('id: ir.acme.invoices', 'manifest.yaml');
    cli.replies = [ok({ ...Object(installed.body), delivery: 'poll' }), ok({ installation_id: 'ins_1' })];
    const { exitCode, out } = await cli.run(['dev', 'rotate', ...of], cli.withToken());
    expect([exitCode, out]).toEqual([0, expect.stringContaining('"kushk dev credentials ins_1" shows them, once')]);
  });

  it('include a rejection with its reason, at once or later', async () => {
    const proposal = { id: 'prp_1', installation_id: 'ins_1', record_type: 'case', summary: 'Pay', created_at: '' };
    const list = deliveries({ ...proposal, title: 'Scan' });
    cli.replies = [installed, list, list, ok(proposal)];
    const first = ['dev', 'reject', 'prp_1', '--reason', 'twice', ...of];
    // The list of sources has the same item, which is no proposal: the first one with the id is rejected.
    const settled = await cli.run(first, cli.withToken());
    expect([settled.exitCode, settled.out]).toEqual([
      0,
      expect.stringMatching(/plugin\.proposal\.settled is sent to the plugin; "kushk dev logs" shows[^]*waiting: 1/),
    ]);
    expect(cli.requests.at(-1)).toMatchObject({
      url: '/instance/v1/proposals/prp_1/reject',
      body: { reason: 'twice' },
    });

    const rejected = { ...proposal, status: 'rejected', reason: null, settled_at: '2026-11-01T10:00:00Z' };
    cli.replies = [installed, deliveries(rejected), ok({ ...rejected, revision: 2 })];
    const { out } = await cli.run(['dev', 'reason', 'wrong amount', ...of], cli.withToken());
    expect(out).toContain('comes again with revision 2');
    expect(cli.requests.at(-1)).toMatchObject({
      url: '/instance/v1/proposals/prp_1/reason',
      body: { reason: 'wrong amount' },
    });
    cli.replies = [installed, deliveries({ ...rejected, reason: 'known' })];
    expect(await cli.run(['dev', 'reason', 'x', ...of], cli.withToken())).toMatchObject({ exitCode: 1 });
  });

  it('include the undo of what was applied last', async () => {
    const applied = (id: string, settled_at: string): object => ({
      ...{ id, settled_at, installation_id: 'ins_1', status: 'applied', summary: 'Pay' },
    });
    const list = deliveries(applied('prp_1', '2026-11-01T10:00:00Z'), applied('prp_2', '2026-11-01T10:00:05Z'), {
      ...applied('prp_3', '2026-11-01T10:00:09Z'),
      status: 'rejected',
    });
    const manifest = ok({ manifest: { events: ['plugin.paused'] } });
    cli.replies = [installed, list, ok(applied('prp_2', '2026-11-01T10:00:05Z')), manifest];
    const { out } = await cli.run(['dev', 'undo', ...of], cli.withToken());
    expect(out).toMatch(/Pay: undone\n.*write there: events: \[plugin\.paused, plugin\.proposal\.undone\]/);
    expect(cli.requests[2]).toMatchObject({ method: 'POST', url: '/instance/v1/proposals/prp_2/undo' });
    cli.replies = [installed, deliveries()];
    expect(await cli.run(['dev', 'undo', ...of], cli.withToken())).toMatchObject({ exitCode: 1 });
  });
});

describe('kushk store', () => {
  it('names what ends a stop after a 410, and what to do when nothing listens', async () => {
    const channel = { state: 'ok', last_error: null, next_attempt_at: null, ended_by: null };
    const error = { at: '', status: null, error: 'connect' };
    const stopped = { ...channel, state: 'stopped', last_error: { ...error, status: 410 }, ended_by: 'resume' };
    const open = { ...channel, state: 'open', last_error: error, ended_by: 'success' };
    for (const [events, step] of [
      [stopped, '"kushk store resume-deliveries ins_1"'],
      [open, 'start the plugin at the base_url'],
      [{ ...open, last_error: { ...error, status: 500 } }, "the plugin's own log says why it refused"],
    ] as const) {
      const item = { installation_id: 'ins_1', plugin_id: 'ir.a.b', version: '1.0.0', status: 'installed', plan: null };
      cli.replies = [
        deliveries({ ...item, version_pending: null, version_moving: null, version_failed: null }),
        ok({ lifecycle: channel, tools: channel, events }),
      ];
      expect((await cli.run(['store', 'installed'], cli.withToken())).out).toContain(step);
    }
  });

  it('resumes the deliveries of the plugin in this folder as well', async () => {
    cli.replies = [installed, ok({})];
    const { exitCode, out } = await cli.run(['dev', 'resume-deliveries', ...of], cli.withToken());
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/the calls to ins_1 are resumed[^]*"kushk dev logs"/)]);
    expect(cli.requests[1]).toMatchObject({ url: '/instance/v1/installations/ins_1/deliveries/resume' });
  });

  it('resumes the deliveries', async () => {
    cli.replies = [ok({})];
    expect(await cli.run(['store', 'resume-deliveries', 'ins_1'], cli.withToken())).toMatchObject({ exitCode: 0 });
    expect(cli.requests).toMatchObject([{ url: '/instance/v1/installations/ins_1/deliveries/resume' }]);
  });
});

describe('kushk dev tool', () => {
  it('shows the answer that cannot be read as it came, and names a redirect', async () => {
    const sent = {
      at: new Date(Date.now() + 60_000).toISOString(),
      path: '/service/tools/find',
      status: 200,
      content_type: 'text/html',
      location: null,
      response_body: '<!doctype html>\n<p>Sign in</p>',
    };
    cli.replies = [installed, problemReply(502, 'tool.answer_invalid'), ok({ sent: [sent] })];
    const { err } = await cli.run(['dev', 'tool', 'find', '{}', ...of], cli.withToken());
    expect(err).toContain('the plugin answered: 200  text/html\n  < <!doctype html>\n  < <p>Sign in</p>\n');
    cli.replies = [installed, problemReply(502, 'tool.failed', { status: 302 }), ok({ sent: [] })];
    const redirected = await cli.run(['dev', 'tool', 'find', '{}', ...of], cli.withToken());
    expect(redirected.err).toContain('a redirect is not followed, so no function of the tool ran');
  });
});

describe('kushk dev logs', () => {
  it('refuses an id that is not in the list', async () => {
    const empty = ok({ items: [], calls: [], sent: [], next_after: '', available: '0', held: '0', next_cursor: null });
    cli.replies = [installed, ...Array<StubReply>(8).fill(empty)];
    const { exitCode, err } = await cli.run(['dev', 'logs', 'evt_9', ...of], cli.withToken());
    expect([exitCode, err]).toEqual([1, expect.stringContaining('no call evt_9 among the newest ones')]);
  });
});

describe('kushk usage statements', () => {
  it('lists the closed months and the command that downloads one', async () => {
    const totals = { mu_consumed: '95.5', mu_purchased: '0', mu_gifted: '50' };
    const one = { month: '2026-10', totals, lines: 3, closed_at: '2026-11-01T00:00:00Z' };
    cli.replies = [deliveries(one), deliveries()];
    const { out } = await cli.run(['usage', 'statements'], cli.withPublisherKey());
    expect(out).toMatch(/2026-10 +95\.5 +0 +50 +3 +2026-11-01T00:00:00Z\n"kushk usage statement 2026-10" downloads/);
    expect((await cli.run(['usage', 'statements'], cli.withPublisherKey())).out).toContain('no month is closed yet');
    expect(cli.requests[0]?.url).toBe('/developer/v1/usage/statements?limit=200');
  });
});
