import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sealedFor } from '@kushk/contracts';
import { newCredential, publicJwk, seal, verifyIssuer } from '@kushk/credentials';
import { streamRef, under } from '@kushk/decider';
import { rebuild } from '@kushk/event-store';
import {
  answers,
  eventually,
  freshDatabase,
  RecordingPlugin,
  type Answer,
  type FreshDatabase,
  type RecordedCall,
} from '@kushk/testing';
import pg from 'pg';
import { endpointStream } from '../endpoint/endpoint.js';
import { recordAnswer } from '../endpoint/record-answer/record-answer.js';
import { deliveryStore } from '../store.module.js';
import { CourierRig, type FactsAfter, type Installed } from '../../test/courier-rig.js';
import { lifecycleChannel } from './channels.js';
import { Deliveries } from './list-deliveries/deliveries.view.js';
import { Retention } from './retention.view.js';

const EVENTS = '/service/events';
let database: FreshDatabase;
let rig: CourierRig;
const plugins: RecordingPlugin[] = [];

beforeAll(async () => {
  database = await freshDatabase('delivery');
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  rig = await CourierRig.on(database.url);
});
afterEach(async () => {
  await rig.close();
  await Promise.all(plugins.splice(0).map((plugin) => plugin.stop()));
});

async function pluginWith(install?: FactsAfter): Promise<{ plugin: RecordingPlugin } & Installed> {
  const plugin = await RecordingPlugin.start();
  plugins.push(plugin);
  const installed = await rig.install(plugin.baseUrl, install);
  plugin.learn({
    installation_id: installed.installationId,
    api_base: '',
    token: '',
    signing_secret: installed.secret,
    scopes: [],
    settings: {},
  });
  return { plugin, ...installed };
}
/** This answer for the calls that fit, 200 for all others. */
const onlyFor =
  (fits: (call: RecordedCall) => boolean, answer: Answer): Answer =>
  (response, request, call) =>
    (fits(call) ? answer : answers.status(200))(response, request, call);
const externalIds = (plugin: RecordingPlugin): unknown[] =>
  plugin.events.map((event) => (event['data'] as { external_id: string }).external_id);
const deliveries = (): Deliveries => new Deliveries(rig.opened.dataSource);
const received = (plugin: RecordingPlugin, count: number): Promise<true> =>
  eventually(() => plugin.events.length >= count, 8_000) as Promise<true>;

describe('a pushed event', () => {
  it('is what is polled, byte for byte, with the headers of the contract and a signature that Stripe accepts', async () => {
    const { plugin, installationId } = await pluginWith();
    const courier = await rig.courier();
    const eventId = await rig.announce(installationId, 'inv-1', { note: 'فاکتور' });
    courier.wake(installationId);
    const call = await plugin.call(EVENTS);
    const [row] = await rig.opened.dataSource.query<{ body: string }[]>(
      'select body from feed_events where event_id = $1',
      [eventId],
    );
    expect(call.body.toString('utf8')).toBe(row?.body);
    expect(call.signature).toBe('valid');
    expect(call.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Kushk/1',
      'service-event-id': eventId,
      'service-installation-id': installationId,
      'service-attempt': '1',
    });
    await eventually(async () => (await rig.queued(installationId)).length === 0);
    expect(await deliveries().one(installationId, eventId)).toMatchObject({
      status: 'delivered',
      attempts: [{ attempt: 1, status: 200, error: null }],
    });
  });

  it('is found by the poll when nobody rings', async () => {
    const { plugin, installationId } = await pluginWith();
    await rig.courier();
    await rig.announce(installationId, 'inv-1');
    await received(plugin, 1);
  });

  it('is repeated with the same id and body, a fresh signature and the next attempt, until the plugin takes it', async () => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(EVENTS, answers.status(500), answers.status(200));
    const courier = await rig.courier();
    const eventId = await rig.announce(installationId, 'inv-1');
    courier.wake(installationId);
    await eventually(async () => (await rig.attempts(eventId)).length === 1);
    rig.pass(4_000);
    courier.wake(installationId);
    rig.pass(2_000);
    await received(plugin, 2);
    const [first, second] = plugin.callsTo(EVENTS);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['service-event-id']).toBe(eventId);
    expect(second?.headers['service-attempt']).toBe('2');
    expect(second?.headers['service-signature']).not.toBe(first?.headers['service-signature']);
    expect(second?.signature).toBe('valid');
  });
});

describe('the order of events', () => {
  it('is kept within an external_id while one of them fails, and other external_ids pass', async () => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(
      EVENTS,
      onlyFor((call) => call.json['sequence'] === 1 && call.headers['service-attempt'] === '1', answers.status(500)),
    );
    const courier = await rig.courier();
    await rig.announce(installationId, 'poison');
    for (let n = 0; n < 3; n += 1) await rig.announce(installationId, 'poison');
    for (let n = 0; n < 5; n += 1) await rig.announce(installationId, `other-${n}`);
    courier.wake(installationId);
    await received(plugin, 6);
    expect(externalIds(plugin).sort()).toEqual(['other-0', 'other-1', 'other-2', 'other-3', 'other-4', 'poison']);
    rig.pass(6_000);
    courier.wake(installationId);
    await received(plugin, 10);
    const poison = plugin.events.filter((event) => (event['data'] as { external_id: string }).external_id === 'poison');
    expect(poison.map((event) => event['sequence'])).toEqual([1, 1, 2, 3, 4]);
  });

  it('is kept by two couriers that work on the same queue', async () => {
    const { plugin, installationId } = await pluginWith();
    const couriers = [await rig.courier(), await rig.courier()];
    for (let n = 0; n < 60; n += 1) await rig.announce(installationId, `key-${n % 5}`);
    for (const courier of couriers) courier.wake(installationId);
    await received(plugin, 60);
    expect(plugin.events).toHaveLength(60);
    for (let key = 0; key < 5; key += 1) {
      const sequences = plugin.events
        .filter((event) => (event['data'] as { external_id: string }).external_id === `key-${key}`)
        .map((event) => Number(event['sequence']));
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    }
  });
});

describe('a plugin that hangs', () => {
  it('does not delay another, and has at most four calls at once', async () => {
    const slow = await pluginWith();
    const quick = await pluginWith();
    slow.plugin.answer(EVENTS, answers.hang());
    const courier = await rig.courier({ deadlineMs: 3_000 });
    for (let n = 0; n < 20; n += 1) await rig.announce(slow.installationId, `slow-${n}`);
    courier.wake(slow.installationId);
    await received(slow.plugin, 4);
    const before = performance.now();
    for (let n = 0; n < 20; n += 1) await rig.announce(quick.installationId, `quick-${n}`);
    courier.wake(quick.installationId);
    await received(quick.plugin, 20);
    expect(performance.now() - before).toBeLessThan(1_500);
    expect(slow.plugin.events).toHaveLength(4);
  });
});

describe('an answer', () => {
  it.each([
    ['a redirect', answers.redirect('http://127.0.0.1:1/elsewhere'), { status: 302, error: 'redirect' }],
    ['garbage', answers.garbage(), { status: null, error: 'protocol' }],
    ['a reset', answers.reset(), { status: null, error: 'reset' }],
    ['a body that is cut short', answers.cutShort(), { status: 200, error: 'reset' }],
    ['silence', answers.hang(), { status: null, error: 'timeout' }],
    ['a drip of bytes without end', answers.drip(1_000, 20), { status: 200, error: 'timeout' }],
    ['an error', answers.status(404), { status: 404, error: 'status' }],
  ])('that is %s is a failure, and the event is tried again', async (_name, answer, trace) => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(EVENTS, answer, answers.status(200));
    const courier = await rig.courier({ deadlineMs: 400 });
    const eventId = await rig.announce(installationId, 'inv-1');
    courier.wake(installationId);
    const [attempt] = await eventually(async () => {
      const attempts = await rig.attempts(eventId);
      return attempts.length === 1 && attempts;
    });
    expect(attempt).toMatchObject(trace);
    expect(attempt?.duration_ms).toBeLessThan(1_000);
    rig.pass(6_000);
    courier.wake(installationId);
    await eventually(async () => (await rig.queued(installationId)).length === 0);
    expect(plugin.calls.map((call) => call.path)).toEqual([EVENTS, EVENTS]);
  });

  it('that is longer than is read is a success, and read no further', async () => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(EVENTS, answers.huge(64 * 1024 * 1024));
    const courier = await rig.courier();
    const eventId = await rig.announce(installationId, 'inv-1');
    courier.wake(installationId);
    await eventually(async () => (await rig.queued(installationId)).length === 0);
    expect(await rig.attempts(eventId)).toMatchObject([{ attempt: 1, status: 200, error: null }]);
  });

  it('of 410 stops the pushes, over a restart too, until the admin wants them again', async () => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(EVENTS, answers.status(410), answers.status(200));
    const first = await rig.courier();
    const eventId = await rig.announce(installationId, 'inv-1');
    first.wake(installationId);
    await eventually(async () => (await rig.queue.circuits()).get(installationId)?.state === 'stopped');
    await rig.stop(first);
    const other = await pluginWith();
    const courier = await rig.courier();
    rig.pass(3_600_000);
    await rig.announce(other.installationId, 'later');
    courier.wake(installationId);
    courier.wake(other.installationId);
    await received(other.plugin, 1);
    expect(plugin.events).toHaveLength(1);
    expect((await rig.queued(installationId))[0]).toMatchObject({ call_id: eventId, spent: 0 });
    courier.resume(installationId);
    await received(plugin, 2);
  });
});

describe('an endpoint that is down', () => {
  it('opens a circuit that survives a restart; waiting events spend no attempts and come when it is back', async () => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(EVENTS, answers.status(503));
    const first = await rig.courier();
    for (let n = 0; n < 40; n += 1) await rig.announce(installationId, `inv-${n}`);
    first.wake(installationId);
    await eventually(async () => (await rig.queue.circuits()).get(installationId)?.state === 'open');
    await eventually(
      async () =>
        (await rig.queued(installationId)).filter(({ attempt }) => attempt > 0).length === plugin.calls.length,
    );
    const spentBefore = plugin.calls.length;
    expect(spentBefore).toBeLessThanOrEqual(8);
    await rig.stop(first);

    const courier = await rig.courier();
    rig.pass(6_000);
    courier.wake(installationId);
    await received(plugin, spentBefore + 1);
    await eventually(async () => {
      const circuit = (await rig.queue.circuits()).get(installationId);
      return circuit?.state === 'open' && circuit.probes === 1;
    });
    const queued = await rig.queued(installationId);
    expect(queued).toHaveLength(40);
    expect(queued.reduce((sum, { spent }) => sum + spent, 0)).toBeLessThanOrEqual(spentBefore);

    plugin.answer(EVENTS, answers.status(200));
    rig.pass(11_000);
    courier.wake(installationId);
    await eventually(async () => (await rig.queued(installationId)).filter(({ spent }) => spent === 0).length === 0);
    rig.pass(60_000);
    courier.wake(installationId);
    await eventually(async () => (await rig.queued(installationId)).length === 0);
    expect((await rig.queue.circuits()).has(installationId)).toBe(false);
  });
});

describe('a lease', () => {
  it('that has run out fences its late holder: what it says changes nothing', async () => {
    const { installationId } = await pluginWith();
    const eventId = await rig.announce(installationId, 'inv-1');
    const demand = [{ installationId, slots: 4, ahead: false }];
    const at = rig.now();
    const [late] = await rig.queue.claim('event', demand, new Date(at), new Date(at + 1_000));
    expect(await rig.queue.claim('event', demand, new Date(at + 999), new Date(at + 5_000))).toEqual([]);
    const [next] = await rig.queue.claim('event', demand, new Date(at + 1_001), new Date(at + 30_000));
    expect([late?.attempt, next?.attempt]).toEqual([1, 2]);
    const finish = {
      callId: eventId,
      installationId,
      at: new Date(at),
      durationMs: 1,
      status: 200,
      error: null,
      delivered: true,
      dueAt: new Date(at),
      spent: 0,
      deadAt: null,
    };
    expect(await rig.queue.finish('event', [{ ...finish, attempt: 1 }])).toEqual(new Set());
    expect(await rig.queued(installationId)).toHaveLength(1);
    expect(await rig.queue.finish('event', [{ ...finish, attempt: 2 }])).toEqual(new Set([eventId]));
    expect(await rig.queued(installationId)).toHaveLength(0);
  });
});

describe('a suspended installation', () => {
  it('keeps its events, and gets them in order when it is back', async () => {
    const { plugin, installationId } = await pluginWith();
    const other = await pluginWith();
    const courier = await rig.courier();
    await rig.record(installationId, [
      { type: 'AvailabilityChanged', data: { availability: 'suspended', callable: false, at: '' } },
    ]);
    for (let n = 0; n < 8; n += 1) await rig.announce(installationId, 'inv-1');
    courier.wake(installationId);
    await rig.announce(other.installationId, 'later');
    courier.wake(other.installationId);
    await received(other.plugin, 1);
    expect(plugin.events).toHaveLength(0);
    await rig.record(installationId, [
      { type: 'AvailabilityChanged', data: { availability: 'installed', callable: true, at: '' } },
    ]);
    courier.resume(installationId);
    await received(plugin, 8);
    expect(plugin.events.map((event) => event['sequence'])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('a dead letter', () => {
  it('comes after the whole schedule, holds up nobody, and is sent again at a click with the same id and body', async () => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(
      EVENTS,
      onlyFor((call) => call.json['sequence'] === 1, answers.status(422)),
    );
    const courier = await rig.courier();
    const eventId = await rig.announce(installationId, 'inv-1');
    await rig.announce(installationId, 'inv-1');
    await eventually(async () => {
      rig.pass(13 * 3_600_000);
      courier.wake(installationId);
      return (await rig.queued(installationId))[0]?.dead_at;
    }, 30_000);
    await eventually(() => plugin.events.some((event) => event['sequence'] === 2));
    expect(await deliveries().one(installationId, eventId)).toMatchObject({ status: 'dead', next_attempt_at: null });
    const tried = plugin.callsTo(EVENTS).filter((call) => call.headers['service-event-id'] === eventId);
    plugin.answer(EVENTS, answers.status(200));
    expect(await deliveries().queueAgain(installationId, eventId, new Date(rig.now()))).toBe(true);
    courier.resume(installationId);
    await eventually(async () => (await deliveries().one(installationId, eventId))?.status === 'delivered');
    const again = plugin.callsTo(EVENTS).at(-1);
    expect(again?.body).toEqual(tried[0]?.body);
    expect(again?.headers['service-attempt']).toBe(String(tried.length + 1));
    expect(await deliveries().queueAgain(installationId, 'evt_unknown', new Date())).toBe(false);
  });
});

describe('the database', () => {
  it('may drop every connection in the middle of it: everything is delivered, in order, and only what was under way twice', async () => {
    const { plugin, installationId } = await pluginWith();
    const courier = await rig.courier();
    for (let n = 0; n < 40; n += 1) await rig.announce(installationId, `key-${n % 4}`);
    courier.wake(installationId);
    await received(plugin, 8);
    await dropConnections();
    await eventually(async () => {
      rig.pass(5_000);
      courier.wake(installationId);
      return (await rig.queued(installationId)).length === 0;
    }, 20_000);
    expect(new Set(plugin.events.map((event) => event['sequence'])).size).toBe(40);
    expect(plugin.events.length).toBeLessThanOrEqual(44);
    for (let key = 0; key < 4; key += 1) {
      const sequences = plugin.events
        .filter((event) => (event['data'] as { external_id: string }).external_id === `key-${key}`)
        .map((event) => Number(event['sequence']));
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    }
  });

  it('holds state and views that come out of the log again, while the queue is left alone', async () => {
    const { installationId } = await pluginWith();
    await rig.announce(installationId, 'inv-1');
    const report = await rebuild({ ...deliveryStore, databaseUrl: database.url, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});

/** As a restart of PostgreSQL does. */
async function dropConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: String(process.env['KUSHK_TEST_POSTGRES_URL']) });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database.name]);
  await client.end();
}

describe('lifecycle calls', () => {
  const LIFECYCLE = '/service/lifecycle';

  async function lifecycle(): Promise<Awaited<ReturnType<CourierRig['courier']>>> {
    const channel = lifecycleChannel(rig.secrets, rig.issuer, async (call, at) => {
      await rig.opened.store.run({
        name: 'RecordAnswer',
        streams: { endpoint: streamRef(endpointStream, call.installationId) },
        decide: ({ endpoint }) => under('endpoint', recordAnswer(endpoint, at.toISOString())),
      });
    });
    return rig.courier({ channel });
  }
  const released: FactsAfter = async (secret, installationId) => {
    const body = JSON.stringify({
      event: 'installed',
      installation_id: installationId,
      api_base: 'http://x',
      token: newCredential('ki'),
      signing_secret: secret,
      scopes: [],
      settings: {},
    });
    const sealedBody = await seal(rig.issuer.sealingKeys, { body }, sealedFor.lifecycle(installationId));
    return [
      {
        type: 'LifecycleCallQueued',
        data: { callId: `cal_${installationId}`, event: 'installed', sealedBody, at: new Date().toISOString() },
      },
    ];
  };

  it('bring the credentials again and again, the same each time, until they are answered; then events follow', async () => {
    const { plugin, installationId } = await pluginWith(released);
    plugin.answer(LIFECYCLE, answers.status(503), answers.status(200));
    const [courier, events] = [await lifecycle(), await rig.courier()];
    await rig.announce(installationId, 'inv-1');
    courier.wake(installationId);
    events.wake(installationId);
    await eventually(async () => (await rig.attempts(`cal_${installationId}`)).length === 1);
    expect(plugin.events).toHaveLength(0);
    rig.pass(6_000);
    courier.wake(installationId);
    await eventually(async () => (await rig.opened.store.load(streamRef(endpointStream, installationId))).state, 5_000);
    await received(plugin, 1);
    const [first, second] = plugin.callsTo(LIFECYCLE);
    expect(second?.body).toEqual(first?.body);
    expect(second?.signature).toBe('valid');
    const issuer = verifyIssuer(
      { keys: [publicJwk(rig.issuer.signingKey)] },
      second?.headers['service-issuer-signature'],
      second?.body ?? '',
      { aud: 'ir.acme.invoices', nowSeconds: Math.floor(rig.now() / 1_000) },
    );
    expect(issuer).toMatchObject({ iss: rig.issuer.origin, aud: 'ir.acme.invoices' });
    expect(
      (await rig.opened.store.history(streamRef(endpointStream, installationId))).map((fact) => fact.type),
    ).toEqual(['EndpointNoted', 'LifecycleCallQueued', 'InstalledAnswered']);
  });

  it('bring no credentials to a plugin that was stopped before it had them, until it may be called again', async () => {
    const stoppedBefore: FactsAfter = async (secret, installationId) => [
      ...(await released(secret, installationId)),
      { type: 'AvailabilityChanged', data: { availability: 'suspended', callable: false, at: '' } },
    ];
    const [stopped, other] = [await pluginWith(stoppedBefore), await pluginWith(released)];
    const courier = await lifecycle();
    courier.wake(stopped.installationId);
    courier.wake(other.installationId);
    await other.plugin.call(LIFECYCLE);
    expect(await rig.attempts(`cal_${stopped.installationId}`)).toEqual([]);
    await rig.record(stopped.installationId, [
      { type: 'AvailabilityChanged', data: { availability: 'pending', callable: true, at: '' } },
    ]);
    courier.wake(stopped.installationId);
    expect((await stopped.plugin.call(LIFECYCLE)).json['event']).toBe('installed');
    expect(stopped.plugin.calls).toHaveLength(1);
  });

  it('leave no secret in the tables but under seal', async () => {
    const { installationId, secret } = await pluginWith(released);
    const [{ dump }] = await rig.opened.dataSource.query<[{ dump: string }]>(
      `select (select string_agg(q::text, '') from outgoing_calls q where installation_id = $1) || (select string_agg(e::text, '') from log_events e) || (select string_agg(e::text, '') from endpoints e) as dump`,
      [installationId],
    );
    expect(dump).toContain(installationId);
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain('ki_');
  });

  it('tell of the removal, signed with the old secret; what waited for the plugin ends', async () => {
    const { plugin, installationId } = await pluginWith();
    plugin.answer(LIFECYCLE, answers.status(500), answers.status(200));
    await rig.announce(installationId, 'inv-1');
    await rig.record(installationId, [
      { type: 'EndpointRemoved', data: { callId: `cal_${installationId}`, at: new Date().toISOString() } },
    ]);
    const [courier, events] = [await lifecycle(), await rig.courier()];
    events.wake(installationId);
    courier.wake(installationId);
    await eventually(async () => (await rig.attempts(`cal_${installationId}`)).length === 1);
    rig.pass(6_000);
    courier.wake(installationId);
    await eventually(async () => (await rig.attempts(`cal_${installationId}`)).length === 2);
    expect(plugin.callsTo(LIFECYCLE).map((call) => [call.body.toString(), call.signature])).toEqual([
      ['{"event":"removed"}', 'valid'],
      ['{"event":"removed"}', 'valid'],
    ]);
    expect(plugin.events).toHaveLength(0);
    await new Retention(rig.opened.dataSource).endPointless(new Date(rig.now()));
    await eventually(async () => (await rig.queued(installationId)).length === 0);
  });

  it('do not bring credentials any more once the plugin has them in another way, and that holds up no removal', async () => {
    const { plugin, installationId } = await pluginWith(released);
    await rig.record(installationId, [
      { type: 'CredentialsHandedOver', data: { at: new Date().toISOString() } },
      { type: 'EndpointRemoved', data: { callId: `cal_gone_${installationId}`, at: new Date().toISOString() } },
    ]);
    const courier = await lifecycle();
    courier.wake(installationId);
    await plugin.call(LIFECYCLE);
    expect(plugin.calls.map((call) => call.json['event'])).toEqual(['removed']);
  });
});
