/** `kushk store …` against an instance: an admin reads, consents, installs, updates and removes a plugin. */
import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin, responses } from '@kushk/testing';
import { startInstance, type InstanceHarness } from './instance-harness.js';

const COMMAND = new URL('../../../cli/dist/kushk.mjs', import.meta.url).pathname;
const PLUGIN = 'ir.acme.stored';
/** A passing test does not wait this long; a busy machine may. */
const WITHIN_MS = 60_000;

let instance: InstanceHarness;
let server: RecordingPlugin;
beforeAll(async () => {
  [instance, server] = await Promise.all([startInstance(), RecordingPlugin.start()]);
});
afterAll(async () => {
  await instance?.stop();
  await server?.stop();
});

async function kushk(...args: string[]) {
  const env = {
    PATH: process.env['PATH'],
    LANG: 'C',
    KUSHK_SERVICE_ORIGIN: `http://127.0.0.1:${instance.ports[0]}`,
    KUSHK_TOKEN: await instance.adminToken(),
  };
  return new Promise<{ exitCode: unknown; out: string; err: string }>((resolve) => {
    const done = (error: { code?: unknown } | null, out: string, err: string) =>
      resolve({ exitCode: error === null ? 0 : error.code, out, err });
    execFile(process.execPath, [COMMAND, 'store', ...args], { env }, done).stdin?.end('{"region":"tehran"}');
  });
}

async function publish(version: string, scopes: Readonly<Record<string, string>>): Promise<void> {
  const manifest = {
    schema: '1',
    id: PLUGIN,
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Stored' },
    base_url: server.baseUrl,
    scopes,
    services: [{ key: 'ocr.page', unit: 'page' }],
    plans: [{ key: 'basic', rates: { 'ocr.page': '0.25' } }],
    settings: { type: 'object', required: ['region'], properties: { region: { type: 'string' } } },
  };
  const { status, text } = await instance.admin[0]!('/instance/v1/dev/releases', { json: { manifest } });
  expect([text, status < 300]).toEqual([text, true]);
}

interface Listed {
  readonly installation_id: string;
  readonly status: string;
  readonly version: string;
  readonly version_pending: string | null;
}
/** The installation that is not removed, over HTTP: waiting with a command would start a process each time. */
async function current(): Promise<Listed | undefined> {
  const { json } = await instance.admin[0]!('/instance/v1/installations');
  return (json['items'] as readonly Listed[]).find(({ status }) => status !== 'removed');
}

describe('kushk store', () => {
  it('installs only what the flags accept, and shows what that is without them', async () => {
    const scopes = { 'cases.read': 'Finds the case', 'wallet.consume': 'Sells pages' };
    await publish('1.0.0', scopes);
    expect((await kushk('list', '--search', 'stored')).out).toMatch(
      /ir\.acme\.stored +1\.0\.0 +\S+ +acme +- +Stored\n/,
    );

    const install = ['install', PLUGIN, '--plan', 'basic', '--settings', '-'];
    const refused = await kushk(...install);
    expect([refused.exitCode, refused.out]).toEqual([2, '']);
    const flags = ['--accept-scopes', 'cases.read,wallet.consume', '--accept-base-url', server.baseUrl];
    for (const text of ['Finds the case', '0.25 / page', server.baseUrl, flags.join(' ')])
      expect(refused.err).toContain(text);
    expect(refused.err).toMatch(/settings:\n +region +string +required\n/);
    const less = await kushk(...install, '--accept-scopes', 'cases.read', '--accept-base-url', server.baseUrl);
    expect([less.exitCode, await current()]).toEqual([2, undefined]);

    expect((await kushk('show', PLUGIN)).out).toContain(
      `kushk store install ${PLUGIN} 1.0.0 --plan basic ${flags.join(' ')}`,
    );
    const unplanned = await kushk('install', PLUGIN, '--settings', '-', ...flags);
    expect([unplanned.exitCode, unplanned.err]).toEqual([2, expect.stringContaining('add --plan basic')]);
    expect(await kushk(...install, ...flags)).toMatchObject({ exitCode: 0 });
    await eventually(async () => (await current())?.status === 'installed', WITHIN_MS);
    expect((await kushk('installed')).out).toMatch(/ir\.acme\.stored +1\.0\.0 +installed +basic +ok\n/);
  });

  it('shows what an update changes, and installs exactly the version that is named', async () => {
    await publish('1.1.0', {
      'cases.read': 'Finds the case',
      'wallet.consume': 'Sells pages',
      'people.read': 'Greets',
    });
    const id = await eventually(async () => {
      const here = await current();
      return here?.version_pending === '1.1.0' ? here.installation_id : null;
    }, WITHIN_MS);
    const shown = await kushk('update', id);
    for (const text of ['1.1.0 needs consent', 'Greets', 'ocr.page  0.25', 'people.read'])
      expect(shown.out).toContain(text);
    const flags = ['--accept-scopes', 'cases.read,wallet.consume,people.read', '--accept-base-url', server.baseUrl];
    expect(await kushk('update', id, ...flags)).toMatchObject({ exitCode: 2 });
    expect(await kushk('update', id, '1.1.0', ...flags)).toMatchObject({ exitCode: 0 });
    await eventually(async () => {
      const here = await current();
      return here?.version === '1.1.0' && here.status === 'installed';
    }, WITHIN_MS);

    expect((await kushk('plan', id)).out).toMatch(/basic +\S+ +0\.25 \/ page +current\n/);
    expect((await kushk('plan', id, 'basic')).out).toMatch(/plan +basic\n/);
    expect((await kushk('plan', id, 'gold')).err).toContain('installation.plan_unknown');
    expect((await kushk('pause', id)).out).toContain('is paused');
    expect((await kushk('resume', id)).out).toContain('is installed');
    expect(await kushk('remove', id, '--yes')).toMatchObject({ exitCode: 0 });
    expect(JSON.parse((await kushk('installed', '--json')).out)).toEqual({ items: [] });
  });

  it('says why a plugin does not accept its installation, and sends the call again at once', async () => {
    server.respond('/service/lifecycle', responses.status(401));
    const flags = ['--accept-scopes', 'wallet.consume', '--accept-base-url', server.baseUrl];
    await publish('2.0.0', { 'wallet.consume': 'Sells pages' });
    const install = ['install', PLUGIN, '2.0.0', '--plan', 'basic', '--settings', '-', ...flags];
    expect(await kushk(...install)).toMatchObject({ exitCode: 0 });
    // Before consent and settings: they would be given in vain.
    expect((await kushk('install', PLUGIN)).err).toContain('is installed already');
    const id = (await current())!.installation_id;
    const shown = await eventually(async () => {
      const { out } = await kushk('installed');
      return out.includes('lifecycle failing') ? out : null;
    }, WITHIN_MS);
    for (const text of ['HTTP 401', 'the next attempt for', `"kushk store resend ${id}"`])
      expect(shown).toContain(text);

    expect(await kushk('resend', id)).toMatchObject({
      exitCode: 1,
      out: expect.stringMatching(/installed +waiting +401/),
    });
    server.respond('/service/lifecycle', responses.status(200, {}));
    expect(await kushk('resend', id)).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/installed +delivered +200/),
    });
    expect((await kushk('resend', id)).out).toContain('no call waits');
  });
});
