import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Broker, type FactContext } from '@kushk/broker';
import {
  delivery,
  installationFacts,
  walletFacts,
  workspaceFacts,
  type JsonObject,
  type ReplyOf,
  type RequestOf,
  type RequestType,
} from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { responses, eventually, freshDatabase, RecordingPlugin, type FreshDatabase } from '@kushk/testing';
import { describedCalls, type DocumentWithWebhooks } from '@kushk/testing/described-calls';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { capabilities, newTestEnvironment, proposalSettled, StubServices } from '../test/service-harness.js';
import { startDelivery } from '../test/start-delivery.js';
import { Retention } from './delivery/retention.view.js';
import { endpointStream } from './endpoint/endpoint.js';
import { OnProposalSettledHandler } from './feed/on-proposal-settled/on-proposal-settled.handler.js';
import { cursorAt } from './feed/poll-events/cursor.js';
import { OnListingAvailabilityChangedHandler } from './release/on-listing-availability-changed/on-listing-availability-changed.handler.js';

type Poll = ReplyOf<typeof delivery.pollEvents>;
const EVENTS = '/service/events';

let database: FreshDatabase;
let stubServices: StubServices;
let app: INestMicroservice;
const plugins: RecordingPlugin[] = [];

beforeAll(async () => {
  database = await freshDatabase('delivery');
  const environment = newTestEnvironment(database.url, 1);
  stubServices = await StubServices.connect(environment);
  app = await startDelivery(environment);
});
afterAll(async () => {
  await app.close();
  await stubServices.close();
  await database.drop();
});
const problemsOf = describedCalls(
  JSON.parse(
    readFileSync(new URL('../../../docs/openapi/plugin.json', import.meta.url), 'utf8'),
  ) as DocumentWithWebhooks,
);

/** Whatever a test does, the plugin receives only calls that the OpenAPI document of the plugin API describes. */
afterEach(async () => {
  expect(plugins.flatMap(({ calls }) => calls.flatMap(problemsOf))).toEqual([]);
  await Promise.all(plugins.splice(0).map((plugin) => plugin.stop()));
});

async function installed(
  events: readonly string[] = [],
): Promise<{ plugin: RecordingPlugin } & Awaited<ReturnType<StubServices['install']>>> {
  const plugin = await RecordingPlugin.start();
  plugins.push(plugin);
  const install = await stubServices.install(plugin.baseUrl, events);
  await plugin.credentials(install.installationId);
  return { plugin, ...install };
}

function request<Request, Reply>(
  type: RequestType<Request, Reply>,
  body: NoInfer<Request>,
  timeoutMs = 30_000,
): Promise<Outcome<Reply>> {
  return app.get(Broker).request(type, body, { actor: { kind: 'system' }, requestId: 'req_1', timeoutMs });
}
const poll = (
  installationId: string,
  changes: Partial<RequestOf<typeof delivery.pollEvents>> = {},
): Promise<Outcome<Poll>> =>
  request(delivery.pollEvents, {
    installation_id: installationId,
    after: null,
    limit: 100,
    types: null,
    wait_ms: 0,
    ...changes,
  });
async function polled(...args: Parameters<typeof poll>): Promise<Poll> {
  const outcome = await poll(...args);
  if (!outcome.accepted) throw new Error(outcome.refusal.code);
  return outcome.reply;
}
const feedOf = (installationId: string, count: number): Promise<Poll> =>
  eventually(async () => {
    const page = await polled(installationId);
    return page.events.length >= count && page;
  });

describe('the delivery service', () => {
  it('sends the credentials, publishes that the plugin has received them, and pushes the same events that a poll returns', async () => {
    const { plugin, installationId } = await installed();
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    await stubServices.publishProposalSettled(installationId, 'inv-1', { reason: 'مبلغ نادرست است', revision: 2 });
    await eventually(() => plugin.events.length === 2);
    const { events } = await polled(installationId);
    expect(events).toEqual(plugin.events);
    expect(events.map(({ sequence, data }) => [sequence, data['revision'], data['reason']])).toEqual([
      [1, 1, null],
      [2, 2, 'مبلغ نادرست است'],
    ]);
    expect(Object.keys(events[0]?.data ?? {})).toEqual([
      'proposal_id',
      'external_id',
      'record_type',
      'record_id',
      'outcome',
      'reason',
      'settled_by',
      'revision',
    ]);
    expect(plugin.callsTo(EVENTS).map((call) => call.signature)).toEqual(['valid', 'valid']);
    const history = await app.get(EventStore).history(streamRef(endpointStream, installationId));
    expect(history.map((fact) => fact.type)).toEqual([
      'EndpointRegistered',
      'LifecycleCallQueued',
      'InstalledAnswered',
    ]);
  });

  it('appends one event for a fact that is delivered twice', async () => {
    const { plugin, installationId } = await installed();
    const data = proposalSettled(installationId, 'inv-1');
    const context: FactContext = {
      scope: 'any',
      eventId: newId('evt'),
      streamId: 'proposal-prp_1',
      type: workspaceFacts.proposalSettled.subject,
      at: new Date(),
      sequence: 1,
    };
    const reaction = app.get(OnProposalSettledHandler);
    await eventually(
      async () =>
        (await app.get(EventStore).load(streamRef(endpointStream, installationId))).state.status === 'registered',
    );
    await Promise.all([reaction.react(data, context), reaction.react(data, context)]);
    await reaction.react(data, { ...context, sequence: 2 });
    await stubServices.publishProposalSettled(installationId, 'inv-2');
    await eventually(() => plugin.events.length >= 2);
    expect((await feedOf(installationId, 2)).events.map(({ data: of }) => of['external_id'])).toEqual([
      'inv-1',
      'inv-2',
    ]);
  });

  it('pushes only the events that the manifest subscribes to, in the order in which the admin made the changes', async () => {
    const subscribed = [
      'plugin.wallet.low',
      'plugin.settings.changed',
      'plugin.plan.changed',
      'plugin.version.changed',
      'plugin.scopes.changed',
      'plugin.paused',
      'plugin.resumed',
    ];
    const { plugin, fields } = await installed(subscribed);
    await stubServices.publish('installation', installationFacts.settingsChanged, { ...fields, settings_revision: 2 });
    await stubServices.publish('installation', installationFacts.planChanged, { ...fields, plan: 'pro' });
    await stubServices.publish('installation', installationFacts.capabilitiesChanged, {
      ...fields,
      plan: 'pro',
      capabilities: capabilities(plugin.baseUrl, subscribed, { version: '1.1.0', scopes: ['cases.read'] }),
    });
    await stubServices.publish('installation', installationFacts.availabilityChanged, {
      ...fields,
      status: 'paused',
      callable: false,
    });
    await stubServices.publish('installation', installationFacts.availabilityChanged, {
      ...fields,
      status: 'installed',
      callable: true,
    });
    await eventually(() => plugin.events.length === 6);
    expect(plugin.events.map((event) => event['type'])).toEqual([
      'plugin.settings.changed',
      'plugin.plan.changed',
      'plugin.version.changed',
      'plugin.scopes.changed',
      'plugin.paused',
      'plugin.resumed',
    ]);
    await stubServices.publish('wallet', walletFacts.holdExpired, {
      ...fields,
      hold_id: 'hld_1',
      service: 'ocr.page',
      released: '2.5',
    });
    await stubServices.publishBalanceLow(fields);
    await eventually(() => plugin.events.length === 7);
    expect(plugin.events.at(-1)).toMatchObject({
      type: 'plugin.wallet.low',
      sequence: 7,
      data: { available: '1', threshold: '5' },
    });
  });

  it('sends and returns no event of a suspended release, before its installations are suspended one by one', async () => {
    const { plugin, installationId, fields } = await installed();
    const setCallable = (callable: boolean): Promise<void> => {
      const release = { plugin_id: fields.plugin_id, version: '1.0.0', callable, at: fields.at };
      const context = { scope: 'any', eventId: newId('evt'), streamId: '', type: '', at: new Date(), sequence: 1 };
      return app.get(OnListingAvailabilityChangedHandler).react(release, context);
    };
    await setCallable(false);
    const waiting = polled(installationId, { wait_ms: 1_500 });
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    expect((await waiting).events).toEqual([]);
    expect((await polled(installationId)).events).toEqual([]);
    expect(plugin.events).toEqual([]);
    await setCallable(true);
    await eventually(() => plugin.events.length === 1);
    expect((await polled(installationId)).events).toEqual(plugin.events);
  });

  it('sends the removed call and then makes no further call', async () => {
    const { plugin, installationId, fields } = await installed();
    await stubServices.publish('installation', installationFacts.installationRemoved, fields);
    const call = await plugin.call('/service/lifecycle', ({ json }) => json['event'] === 'removed');
    expect([call.body.toString(), call.signature]).toEqual(['{"event":"removed"}', 'valid']);
    expect(call.headers).toMatchObject({
      'service-installation-id': installationId,
      'service-plugin-version': '1.0.0',
    });
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    expect(await request(delivery.callTool, tool(installationId))).toMatchObject({
      accepted: false,
      refusal: { code: 'installation.not_found' },
    });
  });
});

describe('GET /events', () => {
  it('returns the feed page by page, skips event types that were not requested, and returns the next cursor', async () => {
    const { installationId, fields } = await installed(['plugin.wallet.low']);
    for (let n = 1; n <= 5; n += 1) await stubServices.publishProposalSettled(installationId, `inv-${n}`);
    await feedOf(installationId, 5);
    await stubServices.publishBalanceLow(fields);
    await feedOf(installationId, 6);
    const first = await polled(installationId, { limit: 2 });
    expect([first.events.map(({ sequence }) => sequence), first.has_more]).toEqual([[1, 2], true]);
    const rest = await polled(installationId, { after: first.next_after });
    expect([rest.events.map(({ sequence }) => sequence), rest.has_more]).toEqual([[3, 4, 5, 6], false]);
    const filtered = await polled(installationId, { types: ['plugin.paused'] });
    expect([filtered.events, filtered.next_after]).toEqual([[], cursorAt(installationId, 6)]);
    const low = await polled(installationId, { types: ['plugin.wallet.low'] });
    expect(low.events.map(({ type }) => type)).toEqual(['plugin.wallet.low']);
    expect((await polled(installationId, { after: '' })).events).toHaveLength(6);
    expect(await polled(installationId, { after: rest.next_after })).toEqual({
      events: [],
      next_after: rest.next_after,
      has_more: false,
    });
  });

  it('rejects a cursor of another installation and an expired cursor; for the expired one, it returns the oldest valid cursor', async () => {
    const { installationId } = await installed();
    for (let n = 1; n <= 3; n += 1) await stubServices.publishProposalSettled(installationId, `inv-${n}`);
    const { next_after } = await feedOf(installationId, 3);
    expect(await poll('ins_other', { after: next_after })).toMatchObject({
      refusal: { code: 'events.cursor_invalid' },
    });
    expect(await poll(installationId, { after: 'nonsense' })).toMatchObject({
      refusal: { code: 'events.cursor_invalid' },
    });
    const days = (count: number): Date => new Date(Date.now() + count * 86_400_000);
    await app
      .get(DataSource)
      .query('update feed_events set created_at = $2 where installation_id = $1 and sequence <= 2', [
        installationId,
        days(-31),
      ]);
    await app.get(Retention).deleteExpired(days(0));
    const expired = await poll(installationId, { after: cursorAt(installationId, 1) });
    expect(expired).toMatchObject({
      refusal: { code: 'events.cursor_expired', params: { oldest: cursorAt(installationId, 2) } },
    });
    expect(
      (await polled(installationId, { after: cursorAt(installationId, 2) })).events.map(({ sequence }) => sequence),
    ).toEqual([3]);
  });

  it('returns as soon as an event arrives within the wait time, and returns an empty page when none arrives', async () => {
    const [{ installationId }, other] = [await installed(), await installed()];
    const unwoken = polled(other.installationId, { wait_ms: 20_000 });
    const woken = polled(installationId, { wait_ms: 20_000 });
    expect((await polled(installationId, { wait_ms: 200 })).events).toEqual([]);
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    // The poll of the idle feed started first with the same wait time. If no event ended either poll, it would win
    // this race with an empty page.
    expect((await Promise.race([unwoken, woken])).events).toHaveLength(1);
    await stubServices.publishProposalSettled(other.installationId, 'inv-1');
    await unwoken;
  });

  it('returns every event in order without gaps while events are appended concurrently', async () => {
    const { installationId } = await installed();
    const seen: number[] = [];
    let after: string | null = null;
    const reading = eventually(async () => {
      const page: Poll = await polled(installationId, { after, limit: 7, wait_ms: 500 });
      after = page.next_after;
      seen.push(...page.events.map(({ sequence }) => sequence));
      return seen.length >= 120;
    }, 45_000);
    for (let n = 0; n < 120; n += 1) await stubServices.publishProposalSettled(installationId, `inv-${n % 9}`);
    await reading;
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  });
});

const tool = (installationId: string, args: JsonObject = {}): RequestOf<typeof delivery.callTool> => ({
  installation_id: installationId,
  tool: 'find_invoice',
  call_id: 'cal_1',
  user_id: 'per_1',
  arguments: args,
  handle: 'kh_x',
});

describe('a tool call', () => {
  const TOOL = '/service/tools/find_invoice';
  const call = (installationId: string, args: JsonObject = {}): Promise<Outcome<unknown>> =>
    request(delivery.callTool, tool(installationId, args));
  const ready = async (): Promise<Awaited<ReturnType<typeof installed>>> => {
    const one = await installed();
    one.plugin.respondToTool('find_invoice', [{ text: 'فاکتور ۷' }]);
    await eventually(async () => (await call(one.installationId)).accepted);
    return one;
  };

  it("is signed and returns the content of the plugin's response", async () => {
    const { plugin, installationId } = await ready();
    expect(await call(installationId, { number: '۷' })).toMatchObject({
      accepted: true,
      reply: { content: [{ text: 'فاکتور ۷' }] },
    });
    const last = plugin.callsTo(TOOL).at(-1);
    expect([last?.signature, last?.json]).toEqual([
      'valid',
      { installation_id: installationId, user_id: 'per_1', arguments: { number: '۷' }, handle: 'kh_x' },
    ]);
    expect(last?.headers).toMatchObject({
      'service-installation-id': installationId,
      'service-attempt': '1',
      'service-plugin-version': '1.0.0',
      'user-agent': 'Kushk/1',
    });
  });

  it.each([
    ['an error', responses.status(500), 'tool.failed', { status: 500 }],
    ['a redirect', responses.redirect('http://127.0.0.1:1/x'), 'tool.failed', { status: 302 }],
    [
      'no JSON',
      responses.notJson(),
      'tool.answer_invalid',
      { reason: 'not JSON', status: 200, content_type: 'text/html' },
    ],
    [
      'no content',
      responses.status(200, { contents: 1 }),
      'tool.answer_invalid',
      { reason: 'no object with content', status: 200, content_type: 'application/json' },
    ],
    ['garbage', responses.garbage(), 'tool.answer_invalid', { reason: 'not HTTP' }],
    ['more than a megabyte', responses.huge(3 * 1024 * 1024), 'tool.answer_too_large', { max_bytes: 1_048_576 }],
    ['a reset', responses.reset(), 'tool.unreachable', { reason: 'reset' }],
  ])('is rejected when the plugin returns %s', async (_name, response, ...[code, params]) => {
    const { plugin, installationId } = await ready();
    plugin.respond(TOOL, response);
    expect(await call(installationId)).toEqual({ accepted: false, refusal: { code, params } });
  });

  it('is rejected while the installation is suspended or paused', async () => {
    const { installationId, fields } = await ready();
    for (const status of ['suspended', 'paused'] as const) {
      await stubServices.publish('installation', installationFacts.availabilityChanged, {
        ...fields,
        status,
        callable: false,
      });
      await eventually(async () => {
        const outcome = await call(installationId);
        return !outcome.accepted && outcome.refusal.code === `installation.${status}`;
      });
    }
  });

  it('is rejected as busy when too many calls to the same plugin wait; calls to other plugins still succeed', async () => {
    const [slow, quick] = [await ready(), await ready()];
    slow.plugin.respond(TOOL, responses.hang());
    const calls = Array.from({ length: 40 }, () => request(delivery.callTool, tool(slow.installationId), 12_000));
    const refused = await Promise.race(calls);
    expect(refused).toMatchObject({ accepted: false, refusal: { code: 'tool.busy' } });
    expect((await call(quick.installationId)).accepted).toBe(true);
    await slow.plugin.stop();
    expect((await Promise.all(calls)).some(({ accepted }) => accepted)).toBe(false);
  });

  it('succeeds while a call to another plugin hangs; the hanging call times out', async () => {
    const [slow, quick] = [await ready(), await ready()];
    slow.plugin.respond(TOOL, responses.hang());
    const hanging = request(delivery.callTool, tool(slow.installationId), 12_000);
    await slow.plugin.call(TOOL);
    expect((await Promise.race([hanging, call(quick.installationId)])).accepted).toBe(true);
    expect(await hanging).toMatchObject({ accepted: false, refusal: { code: 'tool.timeout' } });
  });
});

describe('the list of deliveries', () => {
  it('shows all attempts, newest delivery first, only to the organisation of the installation; a listed event can be redelivered', async () => {
    const { plugin, installationId } = await installed();
    for (let n = 1; n <= 3; n += 1) await stubServices.publishProposalSettled(installationId, `inv-${n}`);
    const fields = { organisation_id: 'org_a', installation_id: installationId };
    const list = (
      changes: Partial<RequestOf<typeof delivery.listDeliveries>>,
    ): Promise<Outcome<ReplyOf<typeof delivery.listDeliveries>>> =>
      request(delivery.listDeliveries, { ...fields, limit: 2, cursor: null, ...changes });
    const all = await eventually(async () => {
      const outcome = await list({});
      return (
        outcome.accepted &&
        outcome.reply.items.every(({ status }) => status === 'delivered') &&
        outcome.reply.items[0]?.sequence === 3 &&
        outcome.reply
      );
    });
    expect(all.items.map(({ sequence, attempts }) => [sequence, attempts.length, attempts[0]?.status])).toEqual([
      [3, 1, 200],
      [2, 1, 200],
    ]);
    expect(await list({ cursor: all.next_cursor })).toMatchObject({
      accepted: true,
      reply: { items: [{ sequence: 1 }, { type: 'installed' }], next_cursor: null },
    });
    expect(await list({ organisation_id: 'org_b' })).toMatchObject({ refusal: { code: 'installation.not_found' } });
    expect(await list({ cursor: 'x' })).toMatchObject({ refusal: { code: 'cursor.invalid' } });

    const eventId = String(all.items[0]?.event_id);
    expect(await request(delivery.redeliver, { ...fields, event_id: eventId })).toMatchObject({
      accepted: true,
      reply: { event_id: eventId },
    });
    await eventually(() => plugin.events.length === 4);
    expect(plugin.callsTo(EVENTS).at(-1)?.headers).toMatchObject({
      'service-event-id': eventId,
      'service-attempt': '2',
    });
    expect(await request(delivery.redeliver, { ...fields, event_id: 'evt_x' })).toMatchObject({
      refusal: { code: 'delivery.not_found' },
    });
    expect(await request(delivery.redeliver, { ...fields, organisation_id: 'org_b', event_id: eventId })).toMatchObject(
      {
        refusal: { code: 'installation.not_found' },
      },
    );
  });
});
