import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signCall } from '@kushk/credentials';
import { answered, eventually, httpClient, RecordingPlugin, responses, type HttpResponse } from '@kushk/testing';
import { startInstance, type InstanceHarness } from './instance-harness.js';

const LIFECYCLE = '/service/lifecycle';
const EVENTS = '/service/events';
const scopes = { 'records.own': 'Keeps invoices' };

let instance: InstanceHarness;
let home: RecordingPlugin;
let elsewhere: RecordingPlugin;

beforeAll(async () => {
  instance = await startInstance();
  [home, elsewhere] = [await RecordingPlugin.start(), await RecordingPlugin.start()];
  await instance.addMember('omid');
});
afterAll(async () => {
  await instance?.stop();
  await Promise.all([home?.stop(), elsewhere?.stop()]);
});

const manifestOf = (id: string, changes: object = {}) => ({
  schema: '1',
  id,
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
  base_url: home.baseUrl,
  scopes,
  records: [{ type: 'invoice', schema: { type: 'object' } }],
  ...changes,
});
const verdict = ({ status, json }: HttpResponse): string => [status, json['code'] ?? ''].join(' ').trim();

/** Sends a request of the admin through one of the gateways. */
async function asAdmin(
  path: string,
  options: { json?: object; key?: string; gateway?: number } = {},
): Promise<HttpResponse> {
  const { json, key, gateway = 0 } = options;
  return answered(() =>
    instance.admin[gateway]!(`/instance/v1${path}`, {
      ...(json !== undefined && { json }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    }),
  );
}
const installationOf = async (id: string) => (await asAdmin(`/installations/${id}`)).json;
const statusIs = (id: string, status: string) =>
  eventually(async () => (await installationOf(id))['status'] === status);

async function installed(id: string): Promise<string> {
  expect((await asAdmin('/dev/releases', { json: { manifest: manifestOf(id) } })).status).toBeLessThan(300);
  const consent = { scopes: Object.keys(scopes), base_url: home.baseUrl };
  const { json } = await asAdmin('/installations', { json: { plugin_id: id, settings: {}, consent } });
  const installation = json['installation_id'] as string;
  await statusIs(installation, 'installed');
  return installation;
}
/** What each gateway answers to a token. */
const answersTo = (id: string, token: string): Promise<readonly number[]> =>
  Promise.all(
    instance.ports.map(async (port) => {
      const plugin = httpClient(port, { authorization: `Bearer ${token}` });
      return (await plugin(`/i/${id}/plugin/v1/installation`)).status;
    }),
  );
const callsOf = (plugin: RecordingPlugin, id: string) =>
  plugin.callsTo(LIFECYCLE).filter(({ json }) => json['installation_id'] === id);
function isSignedWith(secret: unknown, { headers, body }: ReturnType<typeof callsOf>[number]): boolean {
  const header = String(headers['service-signature']);
  return signCall(String(secret), body, Number(/t=(\d+)/.exec(header)?.[1])) === header;
}

describe('a reconnect', () => {
  it('ends the old token on both gateways with its answer, and the plugin gets new credentials that sign themselves', async () => {
    const id = await installed('ir.acme.lost');
    const old = await home.credentials(id);
    expect(await answersTo(id, old.token)).toEqual([200, 200]);
    home.respond(LIFECYCLE, responses.status(503));
    const answer = await asAdmin(`/installations/${id}/reconnect`, { json: {}, gateway: 1 });
    expect([answer.status, answer.json['status']]).toEqual([200, 'pending']);
    expect(await answersTo(id, old.token)).toEqual([401, 401]);
    expect(answer.text).not.toMatch(/k[is]_/);
    await asAdmin(`/dev/installations/${id}/events`, { json: { type: 'plugin.ping', data: {} } });
    home.respond(LIFECYCLE, responses.status(200));
    await statusIs(id, 'installed');
    const call = callsOf(home, id).at(-1)!;
    expect(call.json).toMatchObject({ reconnect: true, alias: expect.stringMatching(/^inst_/) });
    expect([isSignedWith(call.json['signing_secret'], call), isSignedWith(old.signing_secret, call)]).toEqual([
      true,
      false,
    ]);
    expect(await answersTo(id, String(call.json['token']))).toEqual([200, 200]);
    const plugin = httpClient(instance.ports[1]!, { authorization: `Bearer ${String(call.json['token'])}` });
    expect((await plugin(`/i/${id}/plugin/v1/installation`)).json).toMatchObject({ alias: call.json['alias'] });
    const event = await home.call(EVENTS, ({ json }) => json['installation_id'] === id);
    expect(isSignedWith(call.json['signing_secret'], event)).toBe(true);
  });

  it('is replaced by a second one, whose call alone is answered', async () => {
    const id = await installed('ir.acme.twice');
    home.respond(LIFECYCLE, responses.status(500));
    const first = await asAdmin(`/installations/${id}/reconnect`, { json: {} });
    const firstCall = await home.call(
      LIFECYCLE,
      ({ json }) => json['installation_id'] === id && json['reconnect'] === true,
    );
    const second = await asAdmin(`/installations/${id}/reconnect`, { json: {} });
    expect([second.status, second.json['token']]).not.toEqual([200, first.json['token']]);
    home.respond(LIFECYCLE, responses.status(200));
    await statusIs(id, 'installed');
    const last = callsOf(home, id).at(-1)!;
    expect(await answersTo(id, String(firstCall.json['token']))).toEqual([401, 401]);
    expect(await answersTo(id, String(last.json['token']))).toEqual([200, 200]);
  });

  it('is sent once for a repeated request', async () => {
    const id = await installed('ir.acme.repeated');
    const once = { json: {}, key: 'reconnect-1' };
    const [first, again] = [
      await asAdmin(`/installations/${id}/reconnect`, once),
      await asAdmin(`/installations/${id}/reconnect`, { ...once, gateway: 1 }),
    ];
    expect(again.json).toEqual(first.json);
    await statusIs(id, 'installed');
    expect(new Set(callsOf(home, id).map(({ json }) => json['token'])).size).toBe(2);
  });

  it('is for admins, and not while the installation is paused or removed', async () => {
    const id = await installed('ir.acme.refused');
    const member = await instance.signIn('omid');
    expect(verdict(await member[0]!(`/instance/v1/installations/${id}/reconnect`, { json: {} }))).toBe(
      '403 auth.role_missing',
    );
    await asAdmin(`/installations/${id}/pause`, { json: {} });
    expect(verdict(await asAdmin(`/installations/${id}/reconnect`, { json: {} }))).toBe(
      '409 installation.transition_invalid',
    );
    await asAdmin(`/installations/${id}/resume`, { json: {} });
    expect((await instance.admin[0]!(`/instance/v1/installations/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(verdict(await asAdmin(`/installations/${id}/reconnect`, { json: {} }))).toBe(
      '409 installation.transition_invalid',
    );
  });
});

describe('a version that runs elsewhere', () => {
  const update = async (id: string, plugin: string) => {
    const manifest = manifestOf(plugin, { version: '1.1.0', base_url: elsewhere.baseUrl });
    expect((await asAdmin('/dev/releases', { json: { manifest } })).status).toBeLessThan(300);
    await eventually(async () => (await installationOf(id))['version_pending'] === '1.1.0');
    const body = { version: '1.1.0', scopes: Object.keys(scopes), base_url: elsewhere.baseUrl };
    return asAdmin(`/installations/${id}/update/consent`, { json: body });
  };

  it('is installed when its plugin has accepted new credentials, and the old ones end', async () => {
    const id = await installed('ir.acme.moving');
    const old = await home.credentials(id);
    elsewhere.respond(LIFECYCLE, responses.status(503));
    const consented = await update(id, 'ir.acme.moving');
    expect(consented.json).toMatchObject({ version: '1.0.0', version_moving: { version: '1.1.0' } });
    expect(await answersTo(id, old.token)).toEqual([200, 200]);
    const call = await elsewhere.call(LIFECYCLE);
    expect(await answersTo(id, String(call.json['token']))).toEqual([200, 200]);
    elsewhere.respond(LIFECYCLE, responses.status(200));
    await eventually(async () => (await installationOf(id))['version'] === '1.1.0');
    expect(await installationOf(id)).toMatchObject({ status: 'installed', version_moving: null, version_failed: null });
    expect(await answersTo(id, old.token)).toEqual([401, 401]);
    expect(callsOf(home, id)).toHaveLength(1);
  });
});
