/** A plugin that polls, over two gateways: from its credentials, which are read once, to the 401 of its removal. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, httpClient, RecordingPlugin, responses, type HttpClient } from '@kushk/testing';
import { startInstance, type InstanceHarness } from './instance-harness.js';

const manifest = {
  schema: '1',
  id: 'ir.acme.polling',
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Polling' },
  delivery: 'poll',
  scopes: { 'wallet.consume': 'Sells pages' },
  services: [{ key: 'ocr.page', unit: 'page' }],
  plans: [{ key: 'basic', rates: { 'ocr.page': '0.5' } }],
};

let instance: InstanceHarness;
let id: string;
let token: string;
/** The admin, and the plugin with its token, at either gateway. */
let admins: readonly HttpClient[];
let plugins: readonly HttpClient[];

beforeAll(async () => {
  instance = await startInstance();
  admins = instance.admin;
});
afterAll(() => instance?.stop());

const at = (path: string): string => `/instance/v1/installations/${id}${path}`;
const verdict = ({ status, json }: { readonly status: number; readonly json: Record<string, unknown> }): string =>
  json['code'] === undefined ? String(status) : `${status} ${json['code'] as string}`;
const ofPlugin = (path: string): string => `/i/${id}/plugin/v1${path}`;
const health = async () =>
  (await admins[1]!(at('/health'))).json['events'] as { state: string; last_success_at: string };
const deliveries = async () =>
  (await admins[1]!(at('/deliveries'))).json['items'] as { channel: string; type: string; status: string }[];

describe('a plugin that polls', () => {
  it('is installed without an address, and waits for an admin who reads its credentials', async () => {
    await admins[0]!('/instance/v1/dev/releases', { json: { manifest } });
    const body = { plugin_id: manifest.id, plan: 'basic', consent: { scopes: ['wallet.consume'] } };
    const other = { ...body, consent: { ...body.consent, base_url: 'https://acme.ir' } };
    expect(verdict(await admins[0]!('/instance/v1/installations', { json: other }))).toBe(
      '422 installation.consent_missing',
    );
    const made = await admins[0]!('/instance/v1/installations', { json: body });
    id = made.json['installation_id'] as string;
    expect(made.json).toMatchObject({
      status: 'pending',
      delivery: 'poll',
      credentials_until: expect.stringMatching(/^2/),
    });
  });

  it('has its credentials read once, and is installed by that', async () => {
    await eventually(async () => (await admins[0]!(at('/wallet'))).status === 200);
    const read = await admins[0]!(at('/credentials'), { json: {} });
    expect(read.headers['cache-control']).toBe('no-store');
    token = read.json['token'] as string;
    expect(verdict(await admins[1]!(at('/credentials'), { json: {} }))).toBe(
      '409 installation.credentials_already_read',
    );
    await eventually(async () => (await admins[1]!(at(''))).json['status'] === 'installed');
    expect((await admins[1]!(at(''))).json).toMatchObject({ credentials_until: null });
    plugins = instance.ports.map((port) => httpClient(port, { authorization: `Bearer ${token}` }));
    expect((await plugins[1]!(ofPlugin('/installation'))).json).toMatchObject({
      delivery: 'poll',
      status: 'installed',
    });
  });

  it('polls at either gateway, and its events are delivered when its cursor has passed them', async () => {
    const event = { type: 'plugin.ping', data: {} };
    const { json } = await admins[0]!(`/instance/v1/dev/installations/${id}/events`, { json: event });
    const first = await plugins[0]!(ofPlugin('/events?wait=5'));
    expect(first.json['events']).toMatchObject([{ id: json['event_id'], type: 'plugin.ping' }]);
    expect(await deliveries()).toMatchObject([{ channel: 'event', status: 'waiting', waits_for: 'poll' }]);
    const next = await plugins[1]!(ofPlugin(`/events?after=${first.json['next_after'] as string}`));
    expect(next.json['events']).toEqual([]);
    expect(await deliveries()).toMatchObject([{ channel: 'event', status: 'delivered', waits_for: null }]);
    expect(await health()).toMatchObject({ state: 'ok', last_success_at: expect.any(String) });
    const again = await admins[0]!(at(`/deliveries/${json['event_id'] as string}/redeliver`), { json: {} });
    expect(verdict(again)).toBe('409 delivery.polled');
  });

  it('charges with a hold', async () => {
    await admins[0]!(at('/wallet/gifts'), { json: { mu: '2' } });
    const body = { service: 'ocr.page', count: 2 };
    const headers = { 'idempotency-key': 'hold' };
    const hold = await plugins[0]!(ofPlugin('/wallet/holds'), { json: body, headers });
    const settled = await plugins[1]!(ofPlugin(`/wallet/holds/${hold.json['id'] as string}/settle`), {
      json: {},
      headers: { 'idempotency-key': 'settle' },
    });
    expect(settled.json).toMatchObject({ status: 'settled', charged: '1' });
  });

  it('does not poll while it is paused, and its rotated credentials wait for an admin', async () => {
    await admins[0]!(at('/pause'), { json: {} });
    expect(verdict(await plugins[1]!(ofPlugin('/events')))).toBe('403 installation.paused');
    await admins[0]!(at('/rotate'), { json: {} });
    expect(verdict(await admins[1]!(at('/credentials'), { json: {} }))).toBe('409 installation.transition_invalid');
    await admins[0]!(at('/resume'), { json: {} });
    expect((await plugins[1]!(ofPlugin('/events'))).status).toBe(200);
    const { json } = await admins[1]!(at('/credentials'), { json: {} });
    const renewed = httpClient(instance.ports[0]!, { authorization: `Bearer ${json['token'] as string}` });
    await eventually(async () => (await plugins[0]!(ofPlugin('/events'))).status === 401);
    expect((await renewed(ofPlugin('/events'))).status).toBe(200);
    plugins = [renewed];
  });

  it('gets new credentials from an admin when it has lost its own, which end at once', async () => {
    const answer = await admins[1]!(at('/reconnect'), { json: {} });
    expect([verdict(answer), answer.json['status']]).toEqual(['200', 'pending']);
    expect(verdict(await plugins[0]!(ofPlugin('/events')))).toBe('401 auth.token_invalid');
    const { json } = await admins[0]!(at('/credentials'), { json: {} });
    plugins = instance.ports.map((port) => httpClient(port, { authorization: `Bearer ${json['token'] as string}` }));
    await eventually(async () => (await admins[0]!(at(''))).json['status'] === 'installed');
    expect((await plugins[1]!(ofPlugin('/events'))).status).toBe(200);
  });

  it('sees its removal by a 401, and gets no call', async () => {
    await admins[1]!(at(''), { method: 'DELETE' });
    expect(verdict(await plugins[0]!(ofPlugin('/events')))).toBe('401 auth.token_invalid');
    expect((await deliveries()).filter(({ channel }) => channel === 'lifecycle')).toEqual([]);
  });
});

describe('a version that gets its events in another way', () => {
  const LIFECYCLE = '/service/lifecycle';
  const EVENTS = '/service/events';
  const switching = { ...manifest, id: 'ir.acme.switching', delivery: undefined };
  let pushed: RecordingPlugin;
  beforeAll(async () => {
    pushed = await RecordingPlugin.start();
  });
  afterAll(() => pushed?.stop());

  const update = async (version: string, changes: { readonly delivery?: string; readonly base_url?: string }) => {
    await admins[0]!('/instance/v1/dev/releases', { json: { manifest: { ...switching, ...changes, version } } });
    await eventually(async () => (await admins[1]!(at(''))).json['version_pending'] === version);
    const consent = { version, scopes: ['wallet.consume'], base_url: changes.base_url };
    return (await admins[0]!(at('/update/consent'), { json: consent })).json;
  };
  const ping = (gateway: number) =>
    admins[gateway]!(`/instance/v1/dev/installations/${id}/events`, { json: { type: 'plugin.ping', data: {} } });
  const tokenOf = (plugin: HttpClient) => plugin(ofPlugin('/installation')).then(verdict);

  it('polls once an admin has read its credentials, and until then the version before it is called', async () => {
    const base_url = pushed.baseUrl;
    await admins[0]!('/instance/v1/dev/releases', { json: { manifest: { ...switching, base_url } } });
    const body = { plugin_id: switching.id, plan: 'basic', consent: { scopes: ['wallet.consume'], base_url } };
    id = (await admins[0]!('/instance/v1/installations', { json: body })).json['installation_id'] as string;
    await eventually(async () => (await admins[0]!(at(''))).json['status'] === 'installed');
    const old = httpClient(instance.ports[1]!, { authorization: `Bearer ${(await pushed.credentials(id)).token}` });
    const moving = await update('1.1.0', { delivery: 'poll' });
    expect(moving).toMatchObject({ version: '1.0.0', version_moving: { version: '1.1.0' } });
    expect(moving['credentials_until']).toBe((moving['version_moving'] as { gives_up_at: string }).gives_up_at);
    await ping(1);
    await pushed.call(EVENTS);
    expect(await tokenOf(old)).toBe('200');

    const { json } = await admins[1]!(at('/credentials'), { json: {} });
    await eventually(async () => (await admins[0]!(at(''))).json['version'] === '1.1.0');
    await eventually(async () => (await tokenOf(old)) === '401 auth.token_invalid');
    plugins = instance.ports.map((port) => httpClient(port, { authorization: `Bearer ${json['token'] as string}` }));
    await ping(0);
    const types = async () =>
      ((await plugins[1]!(ofPlugin('/events?wait=5'))).json['events'] as { type: string }[]).map(({ type }) => type);
    await eventually(async () => (await types()).filter((type) => type === 'plugin.ping').length === 2);
    expect([pushed.callsTo(EVENTS).length, pushed.callsTo(LIFECYCLE).length]).toEqual([1, 1]);
  });

  it('is called once it has accepted its credentials, and until then the version before it polls', async () => {
    pushed.respond(LIFECYCLE, responses.status(503));
    const moving = await update('1.2.0', { base_url: pushed.baseUrl });
    expect(moving).toMatchObject({ version: '1.1.0', version_moving: { version: '1.2.0' }, credentials_until: null });
    await pushed.call(LIFECYCLE, ({ json }) => json['reconnect'] === true);
    expect(await tokenOf(plugins[0]!)).toBe('200');
    pushed.respond(LIFECYCLE, responses.status(200));
    await eventually(async () => (await admins[1]!(at(''))).json['version'] === '1.2.0');
    await eventually(async () => (await tokenOf(plugins[0]!)) === '401 auth.token_invalid');
    const before = pushed.callsTo(EVENTS).length;
    await ping(0);
    await eventually(async () => pushed.callsTo(EVENTS).length > before);
  });
});
