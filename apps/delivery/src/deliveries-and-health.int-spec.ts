import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Broker, ServiceUnavailable } from '@kushk/broker';
import {
  delivery,
  installationFacts,
  type DeliveryResource,
  type InstallationHealth,
  type ReplyOf,
  type RequestOf,
  type RequestType,
} from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { newId } from '@kushk/runtime';
import { responses, eventually, freshDatabase, RecordingPlugin, type FreshDatabase } from '@kushk/testing';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newTestEnvironment, StubServices } from '../test/service-harness.js';
import { startDelivery } from '../test/start-delivery.js';

const EVENTS = '/service/events';
const LIFECYCLE = '/service/lifecycle';
const QUERY_ATTEMPTS = 5;
const ok = { state: 'ok', since: null, last_error: null, next_attempt_at: null, ended_by: null };

let database: FreshDatabase;
let stubServices: StubServices;
/** Two processes of the service on one database: requests and facts reach either of them. */
let apps: readonly INestMicroservice[];
const plugins: RecordingPlugin[] = [];

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
afterEach(async () => {
  await Promise.all(plugins.splice(0).map((plugin) => plugin.stop()));
});

type Installed = { plugin: RecordingPlugin } & Awaited<ReturnType<StubServices['install']>>;

/** Installs a plugin that answers `installed` with the given response. */
async function install(answer = responses.status(200)): Promise<Installed> {
  const plugin = await RecordingPlugin.start();
  plugins.push(plugin);
  plugin.respond(LIFECYCLE, answer);
  return { plugin, ...(await stubServices.install(plugin.baseUrl)) };
}
async function installed(): Promise<Installed> {
  const one = await install();
  await one.plugin.credentials(one.installationId);
  return one;
}

function send<Request, Reply>(type: RequestType<Request, Reply>, body: NoInfer<Request>): Promise<Outcome<Reply>> {
  const caller = { actor: { kind: 'system' }, requestId: 'req_1', timeoutMs: 8_000 } as const;
  return apps[0]!.get(Broker).request(type, body, caller);
}
async function reply<Request, Reply>(type: RequestType<Request, Reply>, body: NoInfer<Request>): Promise<Reply> {
  const outcome = await send(type, body);
  if (!outcome.accepted) throw new Error(outcome.refusal.code);
  return outcome.reply;
}
/** Sends a query again after a 503, as clients do: on a busy machine PostgreSQL may not answer in time. */
async function query<Request, Reply>(type: RequestType<Request, Reply>, body: NoInfer<Request>): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await reply(type, body);
    } catch (error) {
      const isTemporary =
        error instanceof ServiceUnavailable || (error instanceof Error && error.message === 'service.timeout');
      if (!isTemporary || attempt === QUERY_ATTEMPTS) throw error;
    }
  }
}
const of = (installationId: string) => ({ organisation_id: 'org_a', installation_id: installationId });
const health = (installationId: string): Promise<InstallationHealth> => query(delivery.getHealth, of(installationId));
const list = (
  installationId: string,
  page: Partial<RequestOf<typeof delivery.listDeliveries>> = {},
): Promise<ReplyOf<typeof delivery.listDeliveries>> =>
  query(delivery.listDeliveries, { ...of(installationId), limit: 50, cursor: null, ...page });
const callTool = (installationId: string) =>
  send(delivery.callTool, {
    installation_id: installationId,
    tool: 'find_invoice',
    call_id: newId('tcl'),
    user_id: 'per_1',
    arguments: {},
    handle: 'kh_x',
  });
const listed = (installationId: string, matches: (items: readonly DeliveryResource[]) => boolean) =>
  eventually(async () => {
    const { items } = await list(installationId);
    return matches(items) && items;
  });

describe('an installation whose plugin cannot be reached', () => {
  it('shows the failing call in its health and its deliveries, and its tools are unavailable', async () => {
    const { plugin, installationId } = await install(responses.status(503));
    await plugin.call(LIFECYCLE);
    // A further attempt may be recorded between the two reads.
    await eventually(async () => {
      const [call] = (await list(installationId)).items;
      const { lifecycle, events, tools } = await health(installationId);
      expect(call).toMatchObject({
        channel: 'lifecycle',
        event_id: null,
        type: 'installed',
        status: 'waiting',
        waits_for: null,
      });
      expect(call?.attempts[0]).toMatchObject({ attempt: 1, status: 503, error: 'status', response: null });
      expect(lifecycle).toMatchObject({
        state: 'failing',
        since: expect.any(String),
        last_success_at: null,
        last_error: { status: 503, error: 'status' },
        next_attempt_at: call?.next_attempt_at,
        ended_by: null,
      });
      expect([events, tools]).toMatchObject([ok, ok]);
      return true;
    });
    expect(await callTool(installationId)).toMatchObject({ refusal: { code: 'tool.unavailable' } });
  });

  it('is stopped by a 410 and called again when an admin resumes it', async () => {
    const { plugin, installationId } = await install(responses.status(410));
    const stopped = await eventually(async () => {
      const { lifecycle } = await health(installationId);
      return lifecycle.state === 'stopped' && lifecycle;
    });
    expect(stopped).toMatchObject({ next_attempt_at: null, ended_by: 'resume', last_error: { status: 410 } });
    const [waiting, ...others] = await listed(installationId, ([newest]) => newest?.waits_for === 'resume');
    expect([waiting?.status, others]).toEqual(['waiting', []]);
    expect(await send(delivery.resumeDeliveries, { ...of(installationId), organisation_id: 'org_b' })).toMatchObject({
      refusal: { code: 'installation.not_found' },
    });
    plugin.respond(LIFECYCLE, responses.status(200));
    await reply(delivery.resumeDeliveries, of(installationId));
    await eventually(async () => (await health(installationId)).lifecycle.last_success_at !== null);
    expect(plugin.callsTo(LIFECYCLE)).toHaveLength(2);
  });
});

describe('an `installed` call whose credentials an admin has read', () => {
  const cancelled = async ({ installationId }: Installed) => {
    const [call] = await listed(installationId, ([newest]) => newest?.status === 'cancelled');
    expect(call).toMatchObject({ type: 'installed', next_attempt_at: null, waits_for: null });
    await eventually(async () => {
      expect((await health(installationId)).lifecycle).toEqual({
        ...ok,
        last_success_at: null,
        last_error: expect.any(Object),
      });
      return true;
    });
    expect(await send(delivery.redeliver, { ...of(installationId), event_id: call!.id })).toMatchObject({
      refusal: { code: 'delivery.not_found' },
    });
  };

  it.each([503, 410])('is cancelled after a %d response, and the lifecycle calls are healthy', async (status) => {
    const one = await install(responses.status(status));
    await listed(one.installationId, ([newest]) => newest?.attempts[0]?.status === status);
    await stubServices.publish('installation', installationFacts.installationInstalled, one.fields);
    await cancelled(one);
    await reply(delivery.resumeDeliveries, of(one.installationId));
    await cancelled(one);
  });

  it('is cancelled when the attempt ends that was in flight', async () => {
    const answer = Promise.withResolvers<undefined>();
    const one = await install(
      responses.choose(async () => {
        await answer.promise;
        return responses.status(503);
      }),
    );
    await one.plugin.call(LIFECYCLE);
    await stubServices.publish('installation', installationFacts.installationInstalled, one.fields);
    await eventually(async () => {
      const rows = await apps[0]!
        .get(DataSource)
        .query('select from endpoints where stream_id = $1 and has_credentials', [one.installationId]);
      return (rows as unknown[]).length === 1;
    });
    answer.resolve(undefined);
    await cancelled(one);
  });
});

describe('the list of deliveries', () => {
  it('shows events, lifecycle calls and tool calls page by page, newest or oldest first, without a gap', async () => {
    const { plugin, installationId } = await installed();
    for (let n = 1; n <= 3; n += 1) {
      await stubServices.publishProposalSettled(installationId, `inv-${n}`);
      await eventually(() => plugin.events.length >= n);
      plugin.respondToTool('find_invoice', [{ text: 'x' }]);
      await eventually(async () => (await callTool(installationId)).accepted);
    }
    const all = await listed(
      installationId,
      (items) => items.length === 7 && items.every(({ status }) => status === 'delivered'),
    );
    expect(all.map(({ channel, type, status }) => [channel, type, status])).toEqual([
      ...Array.from({ length: 3 }, () => [
        ['tool', 'find_invoice', 'delivered'],
        ['event', 'plugin.proposal.settled', 'delivered'],
      ]).flat(),
      ['lifecycle', 'installed', 'delivered'],
    ]);
    for (const sort of ['newest', 'oldest'] as const) {
      const paged: DeliveryResource[] = [];
      let cursor: string | null = null;
      do {
        const page: ReplyOf<typeof delivery.listDeliveries> = await list(installationId, { limit: 2, cursor, sort });
        expect(page.items.length).toBeLessThanOrEqual(2);
        paged.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(paged).toEqual(sort === 'newest' ? all : all.toReversed());
    }
    const only = async (filter: Partial<RequestOf<typeof delivery.listDeliveries>>) =>
      (await list(installationId, filter)).items;
    expect(await only({ channel: 'lifecycle' })).toEqual(all.slice(-1));
    expect(await only({ q: 'INVOICE', status: 'delivered' })).toEqual(all.filter(({ channel }) => channel === 'tool'));
    expect(await only({ q: all[1]!.id })).toEqual([all[1]]);
    expect(await only({ status: 'delivered' })).toEqual(all);
    for (const status of ['waiting', 'dead', 'failed', 'cancelled'] as const)
      expect(await only({ status })).toEqual([]);
    expect(JSON.stringify(all)).not.toContain('inv-1');
  });

  it('shows the first 2 KiB of the response to an event with secrets redacted, and no response to other calls', async () => {
    const { plugin, installationId, secret } = await installed();
    plugin.respond(EVENTS, responses.status(500, { error: `bad secret ${secret}`, more: 'x'.repeat(5_000) }));
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    const [event, lifecycle] = await listed(
      installationId,
      ([newest, oldest]) => newest?.channel === 'event' && newest.attempt_count > 0 && oldest?.status === 'delivered',
    );
    expect(event?.attempts[0]?.response).toMatch(/^\{"error":"bad secret ks_\[redacted\]/);
    expect(Buffer.byteLength(event?.attempts[0]?.response ?? '')).toBe(2_048);
    expect(lifecycle?.attempts[0]?.response).toBeNull();
    const waiting = await list(installationId, { status: 'waiting' });
    expect(waiting.items.map(({ id }) => id)).toEqual([event?.id]);
    expect((await list(installationId, { status: 'delivered' })).items).toEqual([lifecycle]);
  });

  it('returns a page within the size of a message although every response is large', async () => {
    const { installationId } = await installed();
    for (let n = 0; n < 4; n += 1) await stubServices.publishProposalSettled(installationId, `inv-${n}`);
    await listed(installationId, (items) => items.filter(({ status }) => status === 'delivered').length === 5);
    await apps[0]!.get(DataSource).query(
      `insert into feed_events (event_id, installation_id, sequence, type, order_key, created_at, body)
       select event_id || n, installation_id, sequence + 4 * n, type, order_key, created_at, body
       from feed_events, generate_series(1, 49) n where installation_id = $1`,
      [installationId],
    );
    await apps[0]!.get(DataSource).query(
      `insert into delivery_attempts (delivery_id, attempt, channel, installation_id, started_at, duration_ms, status,
         error, response)
       select event_id, n, 'event', installation_id, now(), 1, 500, 'status', repeat('x', 2048)
       from feed_events, generate_series(2, 31) n where installation_id = $1`,
      [installationId],
    );
    const page = await list(installationId, { limit: 200 });
    expect(page.items.length).toBeLessThan(200);
    expect(JSON.stringify(page).length).toBeLessThan(2 * 1024 * 1024);
    expect(page.items[0]?.attempts.map(({ attempt }) => attempt)).toEqual([22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);
    expect(page.items[0]?.attempt_count).toBe(31);
    expect((await list(installationId, { cursor: page.next_cursor })).items.length).toBeGreaterThan(0);
  });
});

describe('the dead letters of a period', () => {
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const makeDead = (installationId: string, createdAt: string) =>
    apps[0]!.get(DataSource).query(
      `insert into delivery_queue (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at,
         attempt, failures, dead_at)
       select event_id, 'event', installation_id, order_key, sequence, type, ${createdAt}, now(), 1, 9, now()
       from feed_events where installation_id = $1`,
      [installationId],
    );

  it('are redelivered in order, and those outside the period are not', async () => {
    const { plugin, installationId } = await installed();
    for (let n = 1; n <= 4; n += 1) await stubServices.publishProposalSettled(installationId, 'inv-1');
    await eventually(() => plugin.events.length === 4);
    await listed(installationId, (items) => items.every(({ status }) => status === 'delivered'));
    await makeDead(installationId, `now() - interval '10 days' + sequence * interval '1 day'`);
    const [from, to] = [daysAgo(9.5), daysAgo(6.5)];
    const range = { from, to };
    expect(await reply(delivery.redeliverRange, { ...of(installationId), ...range })).toEqual({
      redelivered: 3,
      has_more: false,
    });
    await eventually(() => plugin.events.length === 7);
    expect(plugin.events.slice(4).map((event) => event['sequence'])).toEqual([1, 2, 3]);
    expect(await reply(delivery.redeliverRange, { ...of(installationId), ...range })).toMatchObject({ redelivered: 0 });
    const dead = await listed(installationId, (items) => items.filter(({ status }) => status === 'dead').length === 1);
    expect(dead.find(({ status }) => status === 'dead')?.sequence).toBe(4);
  });

  it('are redelivered only while the list shows them: for 30 days, also before they are deleted', async () => {
    const { plugin, installationId } = await installed();
    for (let n = 1; n <= 2; n += 1) await stubServices.publishProposalSettled(installationId, 'inv-1');
    await eventually(() => plugin.events.length === 2);
    await listed(installationId, (items) => items.every(({ status }) => status === 'delivered'));
    await makeDead(installationId, `now() - interval '31 days' + sequence * interval '1 hour'`);
    await apps[0]!.get(DataSource).query(
      `update feed_events e set created_at = q.created_at from delivery_queue q
       where q.delivery_id = e.event_id and e.installation_id = $1`,
      [installationId],
    );
    expect((await list(installationId, { channel: 'event' })).items).toEqual([]);
    const range = { from: daysAgo(60), to: daysAgo(0) };
    expect(await reply(delivery.redeliverRange, { ...of(installationId), ...range })).toMatchObject({ redelivered: 0 });
  });
});

describe('the circuit breaker of tool calls', () => {
  it('opens for both processes and shows in the health of the installation', async () => {
    const { plugin, installationId } = await installed();
    plugin.respond('/service/tools/find_invoice', responses.reset());
    await eventually(async () => (await health(installationId)).lifecycle.last_success_at !== null);
    // Each process learns from the other one that the circuit is open.
    await eventually(async () => {
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => callTool(installationId)));
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ refusal: { params: { reason: 'not_answering' } } });
      return true;
    });
    const calls = plugin.callsTo('/service/tools/find_invoice').length;
    for (let n = 0; n < 4; n += 1)
      expect(await callTool(installationId)).toMatchObject({
        refusal: { code: 'tool.unreachable', params: { reason: 'not_answering' } },
      });
    expect(plugin.callsTo('/service/tools/find_invoice')).toHaveLength(calls);
    expect((await health(installationId)).tools).toMatchObject({
      state: 'open',
      last_error: { error: 'tool.unreachable' },
      ended_by: 'success',
    });
  });
});
