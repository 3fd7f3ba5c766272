/** The test clock of an instance with two gateways. The clock only moves forward, so the order of the tests matters. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, httpClient, RecordingPlugin, responses, statusAndCode, type HttpClient } from '@kushk/testing';
import { startInstance, type InstalledPlugin, type InstanceHarness, type Person } from './instance-harness.js';

const CLOCK = '/instance/v1/dev/clock';
const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;
const HOUR_MS = 3_600_000;

interface Delivery {
  readonly event_id: string | null;
  readonly channel: string;
  readonly status: string;
  readonly attempt_count: number;
}

let instance: InstanceHarness;
let server: RecordingPlugin;
let plugin: InstalledPlugin;
let platform: Person;
let asPlugin: HttpClient;
beforeAll(async () => {
  [instance, server] = await Promise.all([startInstance(), RecordingPlugin.start()]);
  // What accepts its credentials before the admin reads them leaves none to read.
  server.respond('/service/lifecycle', responses.status(503));
  plugin = await instance.install({
    schema: '1',
    id: 'ir.acme.timed',
    version: '1.0.0',
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: 'Timed' },
    base_url: server.baseUrl,
    scopes: { 'wallet.consume': 'Sells pages' },
    services: [{ key: 'ocr.page', unit: 'page' }],
    plans: [{ key: 'basic', rates: { 'ocr.page': '0.25' } }],
  });
  platform = await instance.signIn('niloufar');
  asPlugin = httpClient(instance.ports[0]!, { authorization: `Bearer ${plugin.token}` });
});
afterAll(async () => {
  await instance?.stop();
  await server?.stop();
});

/** Moves the clock through one of the two gateways. */
async function advance(by: string, gateway = 0): Promise<void> {
  const headers = { 'idempotency-key': randomUUID() };
  const { status, text } = await platform[gateway]!(CLOCK, { json: { advance: by }, headers });
  expect([text, status]).toEqual([text, 200]);
}
async function deliveries(): Promise<readonly Delivery[]> {
  const { json } = await instance.admin[1]!(`/instance/v1/installations/${plugin.id}/deliveries`);
  return (json['items'] as readonly Delivery[]).filter(({ channel }) => channel === 'event');
}
const delivery = async (id: string): Promise<Delivery | undefined> =>
  (await deliveries()).find(({ event_id }) => event_id === id);
async function append(): Promise<string> {
  const path = `/instance/v1/dev/installations/${plugin.id}/events`;
  const { status, json } = await instance.admin[0]!(path, { json: { type: 'plugin.ping' } });
  expect(status).toBe(201);
  return json['event_id'] as string;
}

describe('the test clock of an instance', () => {
  it('shows the real time until it is moved', async () => {
    const { status, json } = await platform[1]!(CLOCK);
    expect([status, json['ahead_seconds']]).toEqual([200, 0]);
  });

  it('is moved by platform admins alone, and only forward', async () => {
    for (const sent of [{}, { json: { advance: 'P1D' } }])
      expect(statusAndCode(await instance.admin[0]!(CLOCK, sent))).toBe('403 auth.role_missing');
    for (const by of ['-P1D', 'P0D', 'P1M', '30d'])
      expect(statusAndCode(await platform[0]!(CLOCK, { json: { advance: by } }))).toBe('422 request.invalid');
    expect((await platform[0]!(CLOCK)).json['ahead_seconds']).toBe(0);
  });

  it('moves once for an Idempotency-Key, is shown by both gateways and to every person, and is in the audit', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    for (const gateway of [0, 1]) {
      const { status, json } = await platform[gateway]!(CLOCK, { json: { advance: 'P1D' }, headers });
      expect([status, json['ahead_seconds']]).toEqual([200, DAY_SECONDS]);
      expect(Date.parse(json['now'] as string) - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    }
    for (const person of instance.admin)
      await eventually(async () => (await person('/session')).json['clock_ahead_seconds'] === DAY_SECONDS);
    const { json } = await platform[0]!('/instance/v1/staff/audit');
    expect(json['items']).toContainEqual(
      expect.objectContaining({ action: 'clock.advanced', details: { ahead_seconds: DAY_SECONDS } }),
    );
  });

  it('lets a hold expire, and keeps sign-ins and tokens', async () => {
    const gift = await instance.admin[0]!(`/instance/v1/installations/${plugin.id}/wallet/gifts`, {
      json: { mu: '10' },
    });
    expect(gift.status).toBe(201);
    const held = await asPlugin(`${plugin.base}/wallet/holds`, {
      json: { service: 'ocr.page', count: 4, ttl_seconds: 600 },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(held.status).toBe(201);
    await advance('PT11M', 1);
    const path = `${plugin.base}/wallet/holds/${held.json['id'] as string}`;
    await eventually(async () => (await asPlugin(path)).json['status'] === 'expired');
  });

  it('makes the retries of an event, and a dead letter after seven days, with signatures of the real time', async () => {
    server.respond('/service/events', responses.status(500));
    const id = await append();
    const attempted = (count: number) => eventually(async () => ((await delivery(id))?.attempt_count ?? 0) >= count);
    await attempted(1);
    for (const [index, by] of ['PT10S', 'PT1M', 'PT3M', 'PT15M', 'PT1H'].entries()) {
      await advance(by);
      await attempted(index + 2);
    }
    await advance('P8D');
    await eventually(async () => (await delivery(id))?.status === 'dead');
    const signedAt = server.callsTo('/service/events').map(({ headers }) => {
      const [, seconds] = /^t=(\d+),/.exec(String(headers['service-signature'])) ?? [];
      return Number(seconds) * 1_000;
    });
    expect(signedAt.filter((at) => !(Math.abs(at - Date.now()) < HOUR_MS))).toEqual([]);
  });

  it('delivers what waited during an outage of nearly seven days', async () => {
    server.respond('/service/events', responses.status(503));
    const id = await append();
    await eventually(async () => (await delivery(id))?.attempt_count);
    await advance('P6D');
    await eventually(async () => ((await delivery(id))?.attempt_count ?? 0) > 1);
    server.respond('/service/events', responses.status(200));
    await advance('PT16H');
    await eventually(async () => (await delivery(id))?.status === 'delivered');
  });

  it('deletes what is older than its retention', async () => {
    expect(await deliveries()).not.toEqual([]);
    await advance('P31D');
    await eventually(async () => (await deliveries()).length === 0);
  });
});
