import 'reflect-metadata';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { signCall } from '@kushk/credentials';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { eventually, freshDatabase, RecordingPlugin, responses, type FreshDatabase } from '@kushk/testing';
import type { INestMicroservice } from '@nestjs/common';
import { capabilities, newTestEnvironment, StubServices } from '../test/service-harness.js';
import { startDelivery } from '../test/start-delivery.js';
import { endpointStream } from './endpoint/endpoint.js';

const EVENTS = '/service/events';
const LIFECYCLE = '/service/lifecycle';
const HOUR_MS = 3_600_000;
let database: FreshDatabase;
let stubServices: StubServices;
/** Two processes of the service. */
let processes: readonly INestMicroservice[];
const plugins: RecordingPlugin[] = [];

beforeAll(async () => {
  database = await freshDatabase('delivery');
  const environment = newTestEnvironment(database.url, 1);
  stubServices = await StubServices.connect(environment);
  processes = [await startDelivery(environment), await startDelivery(environment)];
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.close()));
  await stubServices.close();
  await database.drop();
});
afterEach(() => Promise.all(plugins.splice(0).map((plugin) => plugin.stop())));

async function started(): Promise<RecordingPlugin> {
  const plugin = await RecordingPlugin.start();
  plugins.push(plugin);
  return plugin;
}
async function installed() {
  const [home, elsewhere] = [await started(), await started()];
  const install = await stubServices.install(home.baseUrl);
  const { installationId } = install;
  await eventually(async () => (await factsOf(installationId)).some(({ type }) => type === 'InstalledAnswered'));
  return { home, elsewhere, ...install };
}
const factsOf = (id: string) => processes[0]!.get(EventStore).history(streamRef(endpointStream, id));
const abandonedOf = async (id: string) =>
  (await factsOf(id)).filter(({ type }) => type === 'InstalledAbandoned').map(({ data }) => data);
const versionOf = ({ headers }: Pick<RecordingPlugin['calls'][0], 'headers'>) => headers['service-plugin-version'];
/** Whether exactly this secret signed a call. */
function isSignedWith(
  secret: string,
  { headers, body }: { headers: RecordingPlugin['calls'][0]['headers']; body: Buffer },
) {
  const header = String(headers['service-signature']);
  return signCall(secret, body, Number(/t=(\d+)/.exec(header)?.[1])) === header;
}

describe('an update to a version that runs elsewhere', () => {
  it('gets its credentials at its own address, and the first event goes there with them', async () => {
    const { home, elsewhere, fields, secret, installationId } = await installed();
    elsewhere.respond(LIFECYCLE, responses.status(503));
    const next = await stubServices.move(fields, elsewhere.baseUrl, new Date(Date.now() + HOUR_MS));
    const call = await elsewhere.call(LIFECYCLE);
    expect([call.json['reconnect'], isSignedWith(next, call), versionOf(call)]).toEqual([true, true, '1.1.0']);
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    const before = await home.call(EVENTS);
    expect([isSignedWith(secret, before), versionOf(before)]).toEqual([true, '1.0.0']);

    elsewhere.respond(LIFECYCLE, responses.status(200));
    await eventually(
      async () => (await factsOf(installationId)).filter(({ type }) => type === 'InstalledAnswered').length === 2,
    );
    await stubServices.publishProposalSettled(installationId, 'inv-2');
    const after = await elsewhere.call(EVENTS);
    expect([isSignedWith(next, after), versionOf(after)]).toEqual([true, '1.1.0']);

    await stubServices.publish('installation', installationFacts.capabilitiesChanged, {
      ...fields,
      plan: null,
      capabilities: capabilities(elsewhere.baseUrl, [], { version: '1.1.0' }),
    });
    await stubServices.publishProposalSettled(installationId, 'inv-3');
    await eventually(async () => elsewhere.callsTo(EVENTS).length === 2);
    expect(elsewhere.callsTo(EVENTS).map(versionOf)).toEqual(['1.1.0', '1.1.0']);
    expect(home.callsTo(EVENTS)).toHaveLength(1);
    expect(home.callsTo(LIFECYCLE)).toHaveLength(1);
  });

  it('is given up once at its time, with the last answer as the reason, and everything stays as it was', async () => {
    const { home, elsewhere, fields, secret, installationId } = await installed();
    elsewhere.respond(LIFECYCLE, responses.status(500));
    await stubServices.move(fields, elsewhere.baseUrl, new Date(Date.now() + 10_000));
    await elsewhere.call(LIFECYCLE);
    await eventually(async () => (await abandonedOf(installationId)).length > 0);
    elsewhere.respond(LIFECYCLE, responses.status(200));
    const calls = elsewhere.callsTo(LIFECYCLE).length;
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    expect(isSignedWith(secret, await home.call(EVENTS))).toBe(true);
    expect(await abandonedOf(installationId)).toMatchObject([{ version: '1.1.0', reason: 'HTTP 500' }]);
    expect(elsewhere.callsTo(LIFECYCLE)).toHaveLength(calls);
    expect(elsewhere.callsTo(EVENTS)).toEqual([]);
  });

  it('is not called after its time', async () => {
    const { elsewhere, fields, installationId } = await installed();
    await stubServices.move(fields, elsewhere.baseUrl, new Date());
    await eventually(async () => (await abandonedOf(installationId)).length > 0);
    expect(await abandonedOf(installationId)).toMatchObject([{ reason: 'not_called' }]);
    expect(elsewhere.calls).toEqual([]);
  });
});
