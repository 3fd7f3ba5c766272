import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Broker } from '@kushk/broker';
import { delivery, installationFacts, type ReplyOf, type RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { eventually, freshDatabase, RecordingPlugin, responses, type FreshDatabase } from '@kushk/testing';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { capabilities, newTestEnvironment, StubServices } from '../test/service-harness.js';
import { ReportHealthWorker } from './endpoint/report-health/report-health.worker.js';
import { startDelivery } from '../test/start-delivery.js';

const EVENTS = '/service/events';
const LIFECYCLE = '/service/lifecycle';
const ok = { state: 'ok', since: null, ended_by: null };

let database: FreshDatabase;
let stubServices: StubServices;
/** Two processes of the service on one database: requests and facts reach either of them. */
let apps: readonly INestMicroservice[];
let plugin: RecordingPlugin;
let one: Awaited<ReturnType<StubServices['install']>>;

beforeAll(async () => {
  database = await freshDatabase('delivery');
  const environment = newTestEnvironment(database.url, 1);
  stubServices = await StubServices.connect(environment);
  apps = [await startDelivery(environment), await startDelivery(environment)];
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await stubServices.close();
  await database.drop();
});
afterEach(() => plugin.stop());
beforeEach(async () => {
  plugin = await RecordingPlugin.start();
  const polling = { delivery: 'poll', base_url: null, tools_url: plugin.baseUrl } as const;
  one = await stubServices.install('', ['plugin.wallet.low'], polling);
  await stubServices.publish('installation', installationFacts.installationInstalled, one.fields);
  await eventually(async () => (await row()).pollable_since !== null);
});

function send<Request, Reply>(type: RequestType<Request, Reply>, body: NoInfer<Request>): Promise<Outcome<Reply>> {
  const caller = { actor: { kind: 'system' }, requestId: 'req_1', timeoutMs: 8_000 } as const;
  return apps[0]!.get(Broker).request(type, body, caller);
}
async function reply<Request, Reply>(type: RequestType<Request, Reply>, body: NoInfer<Request>): Promise<Reply> {
  const outcome = await send(type, body);
  if (!outcome.accepted) throw new Error(outcome.refusal.code);
  return outcome.reply;
}
const ofOne = () => ({ organisation_id: 'org_a', installation_id: one.installationId });
const poll = (after: string | null, wait_ms = 5_000): Promise<ReplyOf<typeof delivery.pollEvents>> =>
  reply(delivery.pollEvents, { installation_id: one.installationId, after, limit: 100, types: null, wait_ms });
const events = async () => (await reply(delivery.listDeliveries, { ...ofOne(), limit: 50, cursor: null })).items;
const health = () => reply(delivery.getHealth, ofOne());
const settled = (externalId: string) => stubServices.publishProposalSettled(one.installationId, externalId);
const dataSource = () => apps[0]!.get(DataSource);
const row = async (): Promise<{ polls: boolean; pollable_since: Date | null }> => {
  const [found] = await dataSource().query('select * from endpoints where stream_id = $1', [one.installationId]);
  return found ?? { polls: false, pollable_since: null };
};
/** Activates a version whose events are pushed, or polled again. */
async function activate(version: string, polls: boolean): Promise<void> {
  const declared = capabilities(plugin.baseUrl, ['plugin.wallet.low'], { version });
  await stubServices.publish('installation', installationFacts.capabilitiesChanged, {
    ...one.fields,
    plan: null,
    capabilities: polls ? { ...declared, delivery: 'poll', base_url: null, tools_url: plugin.baseUrl } : declared,
  });
  await eventually(async () => (await row()).polls === polls);
}
const ageBy = (table: string, column: string, interval: string) =>
  dataSource().query(`update ${table} set ${column} = ${column} - $2::interval where installation_id = $1`, [
    one.installationId,
    interval,
  ]);

describe('a plugin that polls', () => {
  it('gets no call, and each event waits until the poll that comes after the one that returned it', async () => {
    await settled('a');
    const first = await poll(null);
    expect(first.events.map(({ data }) => data['external_id'])).toEqual(['a']);
    expect(await events()).toMatchObject([
      { type: 'plugin.proposal.settled', status: 'waiting', waits_for: 'poll', next_attempt_at: null, attempts: [] },
    ]);
    await poll(first.next_after, 0);
    expect(await events()).toMatchObject([{ status: 'delivered', waits_for: null, attempts: [] }]);
    expect(plugin.calls).toEqual([]);
  });

  it('keeps an unread event for a poll that repeats its cursor', async () => {
    await settled('a');
    await settled('b');
    await eventually(async () => (await events()).length === 2);
    const { next_after } = await poll(null);
    const again = await poll(null);
    expect(again.next_after).toBe(next_after);
    expect((await events()).map(({ status }) => status)).toEqual(['waiting', 'waiting']);
  });

  it('is silent after a day without a poll, and while it leaves an event unread for 20 days', async () => {
    expect((await health()).events).toMatchObject({ ...ok, last_success_at: null });
    await settled('a');
    const { next_after } = await poll(null);
    expect((await health()).events).toMatchObject({ ...ok, last_success_at: expect.any(String) });
    await dataSource().query(`update endpoints set pollable_since = now() - interval '30 days' where stream_id = $1`, [
      one.installationId,
    ]);
    await ageBy('event_polls', 'polled_at', '25 hours');
    expect((await health()).events).toMatchObject({ state: 'silent', ended_by: 'poll' });
    await poll(null);
    expect((await health()).events).toMatchObject(ok);
    await ageBy('delivery_queue', 'due_at', '21 days');
    expect((await health()).events).toMatchObject({ state: 'silent', ended_by: 'poll' });
    await poll(next_after, 0);
    expect((await health()).events).toMatchObject(ok);
  });

  it('is reported once by two processes when it is silent or has failed for ten minutes, and a day later again', async () => {
    const reports = async () =>
      (
        await dataSource().query<{ data: { state: string } }[]>(
          `select data from log_events where type = 'HealthReported' and stream_id = $1 order by version`,
          [`endpoint-${one.installationId}`],
        )
      ).map(({ data }) => data.state);
    const report = (at: Date) => Promise.all(apps.map((app) => app.get(ReportHealthWorker).run(at)));
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await report(inMinutes(23 * 60));
    expect(await reports()).toEqual([]);
    await report(inMinutes(25 * 60));
    await report(inMinutes(25 * 60));
    expect(await reports()).toEqual(['silent']);
    const openedAtMs = inMinutes(50 * 60).getTime();
    const circuit = { state: 'open', openedAtMs, failedProbes: 0, nextProbeAtMs: 0, permits: [] };
    await dataSource().query(
      `insert into endpoint_circuits (installation_id, channel, circuit, state, not_before, updated_at)
       values ($1, 'event', $2, 'open', now(), now())`,
      [one.installationId, JSON.stringify(circuit)],
    );
    await report(inMinutes(50 * 60 + 9));
    expect(await reports()).toEqual(['silent']);
    await report(inMinutes(50 * 60 + 10));
    await report(inMinutes(50 * 60 + 20));
    expect(await reports()).toEqual(['silent', 'failing']);
  });

  it('refuses to push what was polled', async () => {
    await settled('a');
    const [event] = (await poll(null)).events;
    const range = { from: new Date(0).toISOString(), to: new Date().toISOString() };
    for (const outcome of [
      await send(delivery.redeliver, { ...ofOne(), event_id: event?.id ?? '' }),
      await send(delivery.redeliverRange, { ...ofOne(), ...range }),
    ])
      expect(outcome).toMatchObject({ refusal: { code: 'delivery.polled' } });
  });

  it('has the installed call of its next version, which is pushed, sent again', async () => {
    // An hour, so that the automatic retry is not taken for the attempt that is asked for.
    plugin.respond(LIFECYCLE, responses.status(503, undefined, { 'retry-after': '3600' }));
    await stubServices.move(one.fields, plugin.baseUrl, new Date(Date.now() + 3_600_000));
    await plugin.call(LIFECYCLE);
    await settled('a');
    const [event] = (await poll(null)).events;
    await eventually(async () =>
      (await events()).some(({ channel, attempts }) => channel === 'lifecycle' && attempts[0]),
    );
    const installed = (await events()).find(({ channel }) => channel === 'lifecycle');
    expect(await send(delivery.redeliver, { ...ofOne(), event_id: event?.id ?? '' })).toMatchObject({
      refusal: { code: 'delivery.polled' },
    });
    plugin.respond(LIFECYCLE, responses.status(200));
    await reply(delivery.redeliver, { ...ofOne(), event_id: installed?.id ?? '' });
    await eventually(() => plugin.callsTo(LIFECYCLE).length === 2);
  });

  it('has its events wait for the installation while it is paused, and for a poll afterwards', async () => {
    await settled('a');
    const waitsFor = async () => (await events())[0]?.waits_for;
    await eventually(async () => (await waitsFor()) === 'poll');
    const change = (status: 'paused' | 'installed') =>
      stubServices.publish('installation', installationFacts.availabilityChanged, {
        ...one.fields,
        status,
        callable: status === 'installed',
      });
    await change('paused');
    await eventually(async () => (await waitsFor()) === 'installation');
    await change('installed');
    await eventually(async () => (await waitsFor()) === 'poll');
  });

  it('has its tools called', async () => {
    plugin.respondToTool('find_invoice', 'found');
    const call = {
      tool: 'find_invoice',
      call_id: `tcl_${one.installationId}`,
      user_id: 'per_1',
      arguments: {},
      handle: 'kh_x',
    };
    expect(await reply(delivery.callTool, { installation_id: one.installationId, ...call })).toEqual({
      content: 'found',
    });
  });

  it('gets no call when it is removed', async () => {
    await stubServices.publish('installation', installationFacts.installationRemoved, one.fields);
    await eventually(async () => {
      const [found] = await dataSource().query('select removed from endpoints where stream_id = $1', [
        one.installationId,
      ]);
      return found.removed === true;
    });
    expect(await events()).toEqual([]);
    expect(plugin.calls).toEqual([]);
  });
});

describe('a version that gets pushes instead of polling', () => {
  it('gets what the version before it has not read, and nothing that it has', async () => {
    await settled('read');
    const { next_after } = await poll(null);
    await poll(next_after, 0);
    await settled('a');
    await settled('b');
    await poll(next_after);
    plugin.respond(EVENTS, responses.status(204));
    await activate('1.1.0', false);
    await eventually(() => plugin.events.length >= 2);
    expect(plugin.events.map((event) => (event['data'] as { external_id: string }).external_id).sort()).toEqual([
      'a',
      'b',
    ]);
  });

  it('is called no more when the next version polls again, and its open circuit ends', async () => {
    plugin.respond(EVENTS, responses.status(500));
    await activate('1.1.0', false);
    await settled('a');
    await eventually(() => plugin.events.length >= 1);
    await activate('1.2.0', true);
    await eventually(async () => (await health()).events.state === 'ok');
    const pushed = plugin.events.length;
    const { events: polled, next_after } = await poll(null);
    expect(polled.map(({ data }) => data['external_id'])).toEqual(['a']);
    await poll(next_after, 0);
    expect(await events()).toMatchObject([{ status: 'delivered' }]);
    expect(plugin.events).toHaveLength(pushed);
  });
});
