import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  responses,
  eventually,
  freshDatabase,
  type PluginResponse,
  type FreshDatabase,
  type RecordedCall,
  type RecordingPlugin,
} from '@kushk/testing';
import pg from 'pg';
import { DeliveryWorkerHarness, type TwoProcesses } from '../../test/delivery-worker-harness.js';
import { Deliveries } from '../delivery/list-deliveries/deliveries.view.js';
import { eventChannel } from './channels.js';

const EVENTS = '/service/events';
const NEVER_SLOW_MS = 60_000;
let database: FreshDatabase;
let harness: DeliveryWorkerHarness;

// A database per test: the deliveries that a test leaves in the queue would be sent during the next one.
beforeEach(async () => {
  database = await freshDatabase('delivery');
  harness = await DeliveryWorkerHarness.on(database.url);
});
afterEach(async () => {
  await harness.close();
  await database.drop();
});

/** Responds to matching calls with `answer` and to all others with 200. */
const onlyFor =
  (matches: (call: RecordedCall) => boolean, answer: PluginResponse): PluginResponse =>
  (response, request, call) =>
    (matches(call) ? answer : responses.status(200))(response, request, call);
const externalIds = (plugin: RecordingPlugin): unknown[] =>
  plugin.events.map((event) => (event['data'] as { external_id: string }).external_id);
const deliveries = (): Deliveries => new Deliveries(harness.opened.dataSource);
const received = (plugin: RecordingPlugin, count: number): Promise<true> =>
  eventually(() => plugin.events.length >= count) as Promise<true>;
const recorded = async (installationId: string, calls: number): Promise<boolean> => {
  const [row] = await harness.opened.dataSource.query<{ count: number }[]>(
    'select count(*)::int as count from delivery_attempts where installation_id = $1',
    [installationId],
  );
  return row?.count === calls;
};

/** Moves the clock only while no call is in flight, because otherwise the lease of that call would expire. */
async function advanceWhenIdle(
  plugin: RecordingPlugin,
  { installationId, worker, ms }: { installationId: string; worker: Pick<TwoProcesses, 'notify'>; ms: number },
): Promise<void> {
  if (!(await recorded(installationId, plugin.calls.length))) return;
  harness.advanceClock(ms);
  worker.notify(installationId);
}

describe('a pushed event', () => {
  it('has the same body as the polled event, the documented headers, and a valid signature', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    const worker = await harness.startProcesses();
    const eventId = await harness.appendEvent(installationId, 'inv-1', { data: { note: 'فاکتور' } });
    worker.notify(installationId);
    const call = await plugin.call(EVENTS);
    const [row] = await harness.opened.dataSource.query<{ body: string }[]>(
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
    await eventually(async () => (await harness.queued(installationId)).length === 0);
    expect(await deliveries().find(installationId, eventId)).toMatchObject({
      status: 'delivered',
      attempts: [{ attempt: 1, status: 200, error: null }],
    });
  });

  it('is sent by the next poll of the queue when no notification arrives', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    await harness.startProcesses();
    await harness.appendEvent(installationId, 'inv-1');
    await received(plugin, 1);
  });

  it('is retried with the same id and body, a fresh signature and the next attempt number', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, responses.status(500), responses.status(200));
    const worker = await harness.startProcesses();
    const eventId = await harness.appendEvent(installationId, 'inv-1');
    worker.notify(installationId);
    await eventually(async () => (await harness.attempts(eventId)).length === 1);
    harness.advanceClock(4_000);
    worker.notify(installationId);
    harness.advanceClock(2_000);
    await received(plugin, 2);
    const [first, second] = plugin.callsTo(EVENTS);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers['service-event-id']).toBe(eventId);
    expect(second?.headers['service-attempt']).toBe('2');
    expect(second?.headers['service-signature']).not.toBe(first?.headers['service-signature']);
    expect(second?.signature).toBe('valid');
  });
});

describe('event ordering', () => {
  it('keeps the order of events with the same external_id while one fails, and does not delay events with other external_ids', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(
      EVENTS,
      onlyFor((call) => call.json['sequence'] === 1 && call.headers['service-attempt'] === '1', responses.status(500)),
    );
    const worker = await harness.startProcesses();
    await harness.appendEvent(installationId, 'poison');
    for (let n = 0; n < 3; n += 1) await harness.appendEvent(installationId, 'poison');
    for (let n = 0; n < 5; n += 1) await harness.appendEvent(installationId, `other-${n}`);
    worker.notify(installationId);
    await received(plugin, 6);
    expect(externalIds(plugin).sort()).toEqual(['other-0', 'other-1', 'other-2', 'other-3', 'other-4', 'poison']);
    harness.advanceClock(6_000);
    worker.notify(installationId);
    await received(plugin, 10);
    const poison = plugin.events.filter((event) => (event['data'] as { external_id: string }).external_id === 'poison');
    expect(poison.map((event) => event['sequence'])).toEqual([1, 1, 2, 3, 4]);
  });

  it('keeps the order when two processes send from one queue at the same time', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    // Each process makes one call at a time, so only the other process can make the second call.
    const firstWaitsForSecond: PluginResponse = async (...call) => {
      await received(plugin, 2);
      responses.status(200)(...call);
    };
    plugin.respond(EVENTS, firstWaitsForSecond, responses.status(200));
    const events = eventChannel(harness.secrets);
    const { workers } = await harness.startProcesses({
      channel: { ...events, limits: { ...events.limits, perEndpoint: 1 } },
      slowAfterMs: NEVER_SLOW_MS,
    });
    for (let n = 0; n < 60; n += 1) await harness.appendEvent(installationId, `key-${n % 5}`);
    for (const worker of workers) worker.notify(installationId);
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

describe('a plugin that does not respond', () => {
  it('does not delay another plugin, and has at most four calls in flight per process after quick responses', async () => {
    const slow = await harness.installPlugin();
    const quick = await harness.installPlugin();
    const worker = await harness.startProcesses({ deadlineMs: 60_000 });
    const send = async ({ installationId }: typeof slow, count: number): Promise<void> => {
      for (let n = 0; n < count; n += 1) await harness.appendEvent(installationId, `key-${n}`);
      for (const each of worker.workers) each.notify(installationId);
    };
    const [answered, processes] = [40, worker.workers.length];
    const callsInFlight = eventChannel(harness.secrets).limits.perEndpoint;
    await send(slow, answered);
    await received(slow.plugin, answered);
    slow.plugin.respond(EVENTS, responses.hang());
    await send(slow, 20);
    await received(slow.plugin, answered + processes);
    await send(quick, 20);
    await received(quick.plugin, 20);
    expect(slow.plugin.events.length).toBeLessThanOrEqual(answered + processes * callsInFlight);
  });
});

describe('a response to an event', () => {
  it.each([
    ['a redirect', responses.redirect('http://127.0.0.1:1/elsewhere'), 20_000, { status: 302, error: 'redirect' }],
    ['garbage', responses.garbage(), 20_000, { status: null, error: 'protocol' }],
    ['a reset', responses.reset(), 20_000, { status: null, error: 'reset' }],
    ['a truncated body', responses.cutShort(), 20_000, { status: 200, error: 'reset' }],
    ['missing', responses.hang(), 1_000, { status: null, error: 'timeout' }],
    ['an endless drip of bytes', responses.drip(1_000, 20), 1_000, { status: 200, error: 'timeout' }],
    ['an error', responses.status(404), 20_000, { status: 404, error: 'status' }],
  ])('is a failure when it is %s, and the event is retried', async (...[, answer, deadlineMs, record]) => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, answer, responses.status(200));
    const worker = await harness.startProcesses({ deadlineMs });
    const eventId = await harness.appendEvent(installationId, 'inv-1');
    worker.notify(installationId);
    const [attempt] = await eventually(async () => {
      const attempts = await harness.attempts(eventId);
      return attempts.length === 1 && attempts;
    });
    expect(attempt).toMatchObject(record);
    // With a short deadline, a loaded machine may fail further attempts before one succeeds.
    await eventually(async () => {
      await advanceWhenIdle(plugin, { installationId, worker, ms: 60_000 });
      return (await harness.queued(installationId)).length === 0;
    });
    expect(plugin.calls.length).toBeGreaterThanOrEqual(2);
    expect(plugin.calls.filter((call) => call.path !== EVENTS)).toEqual([]);
  });

  it('is a success when it exceeds the size limit, and is not read to its end', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, responses.huge(64 * 1024 * 1024));
    const worker = await harness.startProcesses();
    const eventId = await harness.appendEvent(installationId, 'inv-1');
    worker.notify(installationId);
    await eventually(async () => (await harness.queued(installationId)).length === 0);
    expect(await harness.attempts(eventId)).toMatchObject([{ attempt: 1, status: 200, error: null }]);
  });

  it('stops the pushes when its status is 410, even across a restart, until an admin resumes them', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, responses.status(410), responses.status(200));
    const first = await harness.startProcesses();
    const eventId = await harness.appendEvent(installationId, 'inv-1');
    first.notify(installationId);
    await eventually(async () => (await harness.circuitStore.load('event')).get(installationId)?.state === 'stopped');
    await harness.stopProcesses(first);
    const other = await harness.installPlugin();
    const worker = await harness.startProcesses();
    harness.advanceClock(3_600_000);
    await harness.appendEvent(other.installationId, 'later');
    worker.notify(installationId);
    worker.notify(other.installationId);
    await received(other.plugin, 1);
    expect(plugin.events).toHaveLength(1);
    expect((await harness.queued(installationId))[0]).toMatchObject({ delivery_id: eventId, failures: 0 });
    await worker.resume(installationId);
    await received(plugin, 2);
  });
});

describe('an endpoint that is down', () => {
  it('opens a circuit that survives a restart; waiting events count no failures and are delivered after the recovery', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, responses.status(503));
    const first = await harness.startProcesses();
    for (let n = 0; n < 40; n += 1) await harness.appendEvent(installationId, `inv-${n}`);
    first.notify(installationId);
    await eventually(async () => (await harness.circuitStore.load('event')).get(installationId)?.state === 'open');
    await eventually(
      async () =>
        (await harness.queued(installationId)).filter(({ attempt }) => attempt > 0).length === plugin.calls.length,
    );
    const attemptsBefore = plugin.calls.length;
    expect(attemptsBefore).toBeLessThanOrEqual(16);
    await harness.stopProcesses(first);

    const worker = await harness.startProcesses();
    harness.advanceClock(6_000);
    worker.notify(installationId);
    await received(plugin, attemptsBefore + 1);
    await eventually(async () => {
      const circuit = (await harness.circuitStore.load('event')).get(installationId);
      return circuit?.state === 'open' && circuit.failedProbes === 1;
    });
    const queued = await harness.queued(installationId);
    expect(queued).toHaveLength(40);
    expect(queued.reduce((sum, { failures }) => sum + failures, 0)).toBeLessThanOrEqual(attemptsBefore);

    plugin.respond(EVENTS, responses.status(200));
    harness.advanceClock(11_000);
    worker.notify(installationId);
    await eventually(
      async () => (await harness.queued(installationId)).filter(({ failures }) => failures === 0).length === 0,
    );
    harness.advanceClock(60_000);
    worker.notify(installationId);
    await eventually(async () => (await harness.queued(installationId)).length === 0);
    expect((await harness.circuitStore.load('event')).has(installationId)).toBe(false);
  });
});

describe('two processes', () => {
  /** Opens the circuit of an endpoint that has ten waiting events. */
  async function openCircuit() {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, responses.status(503));
    const processes = await harness.startProcesses({ deadlineMs: 5_000 });
    for (let n = 0; n < 10; n += 1) await harness.appendEvent(installationId, `inv-${n}`);
    processes.notify(installationId);
    const circuit = () => harness.circuitStore.load('event').then((circuits) => circuits.get(installationId));
    await eventually(async () => (await circuit())?.state === 'open');
    await eventually(async () => recorded(installationId, plugin.calls.length));
    return { plugin, installationId, processes, circuit };
  }
  it('send one probe of an open circuit', async () => {
    const { plugin, installationId, processes, circuit } = await openCircuit();
    const before = plugin.calls.length;
    harness.advanceClock(6_000);
    for (const worker of processes.workers) worker.notify(installationId);
    await eventually(async () => {
      const current = await circuit();
      return current?.state === 'open' && current.failedProbes === 1;
    });
    expect(plugin.calls).toHaveLength(before + 1);
  });

  it('share the slow start of a recovering endpoint', async () => {
    const { plugin, installationId, processes, circuit } = await openCircuit();
    const before = plugin.calls.length;
    plugin.respond(EVENTS, responses.status(200), responses.hang());
    harness.advanceClock(60_000);
    for (const worker of processes.workers) worker.notify(installationId);
    await eventually(() => plugin.calls.length === before + 2);
    await eventually(async () => (await circuit())?.state === 'open');
    expect(plugin.calls).toHaveLength(before + 2);
  });

  it('both send again when an admin resumes the endpoint in one of them', async () => {
    const { plugin, installationId, processes, circuit } = await openCircuit();
    plugin.respond(EVENTS, responses.status(200));
    await processes.resume(installationId);
    harness.advanceClock(60_000);
    for (const worker of processes.workers) worker.notify(installationId);
    await eventually(async () => (await harness.queued(installationId)).length === 0);
    expect(await circuit()).toBeUndefined();
  });

  it('count consecutive failures together', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, responses.status(503));
    const eventIds = [];
    for (let n = 0; n < 5; n += 1) eventIds.push(await harness.appendEvent(installationId, `inv-${n}`));
    const { workers } = await harness.startProcesses();
    for (const [n, eventId] of eventIds.entries()) await workers[n % 2]?.redeliver(installationId, eventId);
    await eventually(async () => (await harness.circuitStore.load('event')).get(installationId)?.state === 'open');
  });
});

describe('redelivering one event', () => {
  it('sends only that event while the circuit is stopped, and leaves the circuit stopped', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(EVENTS, responses.status(200), responses.status(410), responses.status(200));
    const processes = await harness.startProcesses();
    const first = await harness.appendEvent(installationId, 'inv-1');
    processes.notify(installationId);
    await eventually(async () => (await deliveries().find(installationId, first))?.status === 'delivered');
    for (let n = 0; n < 3; n += 1) await harness.appendEvent(installationId, 'inv-1');
    processes.notify(installationId);
    await eventually(async () => (await harness.circuitStore.load('event')).get(installationId)?.state === 'stopped');
    expect(await processes.redeliver(installationId, first)).toBe(true);
    await eventually(async () => (await harness.attempts(first)).length === 2);
    expect(plugin.events.map((event) => event['sequence'])).toEqual([1, 2, 1]);
    expect((await harness.circuitStore.load('event')).get(installationId)?.state).toBe('stopped');
  });

  it('does not make later events of the same key wait for it', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    const processes = await harness.startProcesses();
    const first = await harness.appendEvent(installationId, 'inv-1');
    processes.notify(installationId);
    await eventually(async () => (await deliveries().find(installationId, first))?.status === 'delivered');
    plugin.respond(
      EVENTS,
      onlyFor((call) => call.json['sequence'] === 1, responses.status(422)),
    );
    await processes.redeliver(installationId, first);
    await harness.appendEvent(installationId, 'inv-1');
    processes.notify(installationId);
    await eventually(() => plugin.events.some((event) => event['sequence'] === 2));
    const [waiting] = await eventually(async () => {
      const queued = await harness.queued(installationId);
      return queued.length === 1 && queued[0]?.failures === 1 && queued;
    });
    expect(waiting?.delivery_id).toBe(first);
  });
});

describe('a suspended installation', () => {
  it('receives its waiting events in order after it is reinstated', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    const other = await harness.installPlugin();
    const worker = await harness.startProcesses();
    await harness.record(installationId, [
      { type: 'AvailabilityChanged', data: { availability: 'suspended', callsAllowed: false, at: '' } },
    ]);
    for (let n = 0; n < 8; n += 1) await harness.appendEvent(installationId, 'inv-1');
    worker.notify(installationId);
    await harness.appendEvent(other.installationId, 'later');
    worker.notify(other.installationId);
    await received(other.plugin, 1);
    expect(plugin.events).toHaveLength(0);
    await harness.record(installationId, [
      { type: 'AvailabilityChanged', data: { availability: 'installed', callsAllowed: true, at: '' } },
    ]);
    await worker.resume(installationId);
    await received(plugin, 8);
    expect(plugin.events.map((event) => event['sequence'])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('a dead letter', () => {
  it('is created after the last retry, blocks no other event, and can be redelivered with the same id and body', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    plugin.respond(
      EVENTS,
      onlyFor((call) => call.json['sequence'] === 1, responses.status(422)),
    );
    const worker = await harness.startProcesses();
    const eventId = await harness.appendEvent(installationId, 'inv-1');
    await harness.appendEvent(installationId, 'inv-1');
    await eventually(async () => {
      await advanceWhenIdle(plugin, { installationId, worker, ms: 13 * 3_600_000 });
      return (await harness.queued(installationId))[0]?.dead_at;
    }, 45_000);
    await eventually(() => plugin.events.some((event) => event['sequence'] === 2));
    expect(await deliveries().find(installationId, eventId)).toMatchObject({ status: 'dead', next_attempt_at: null });
    const attempts = plugin.callsTo(EVENTS).filter((call) => call.headers['service-event-id'] === eventId);
    plugin.respond(EVENTS, responses.status(200));
    expect(await worker.redeliver(installationId, eventId)).toBe(true);
    await eventually(async () => (await deliveries().find(installationId, eventId))?.status === 'delivered');
    const redelivered = plugin.callsTo(EVENTS).at(-1);
    expect(redelivered?.body).toEqual(attempts[0]?.body);
    expect(redelivered?.headers['service-attempt']).toBe(String(attempts.length + 1));
    expect(await worker.redeliver(installationId, 'evt_unknown')).toBe(false);
  });
});

describe('a lost database connection', () => {
  it('loses no event, repeats only the events that were in flight, and keeps the order', async () => {
    const { plugin, installationId } = await harness.installPlugin();
    const worker = await harness.startProcesses();
    for (let n = 0; n < 40; n += 1) await harness.appendEvent(installationId, `key-${n % 4}`);
    worker.notify(installationId);
    await received(plugin, 8);
    await dropConnections();
    let before = '';
    await eventually(async () => {
      const state = `${(await harness.queued(installationId)).length} ${plugin.events.length}`;
      // Nothing has happened since the last look, so the clock may move without ending the lease of a call in flight.
      if (state === before) harness.advanceClock(5_000);
      before = state;
      worker.notify(installationId);
      return state.startsWith('0 ');
    }, 45_000);
    expect(new Set(plugin.events.map((event) => event['sequence'])).size).toBe(40);
    expect(plugin.events.length).toBeLessThanOrEqual(48);
    for (let key = 0; key < 4; key += 1) {
      const sequences = plugin.events
        .filter((event) => (event['data'] as { external_id: string }).external_id === `key-${key}`)
        .map((event) => Number(event['sequence']));
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    }
  });
});

/** Terminates every connection to the database, as a restart of PostgreSQL does. */
async function dropConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: String(process.env['KUSHK_TEST_POSTGRES_URL']) });
  await client.connect();
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database.name]);
  await client.end();
}
