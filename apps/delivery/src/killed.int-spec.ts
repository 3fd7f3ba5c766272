import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import {
  responses,
  eventually,
  freshDatabase,
  RecordingPlugin,
  type PluginResponse,
  type FreshDatabase,
} from '@kushk/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StubServices, newTestEnvironment, type TestEnvironment } from '../test/service-harness.js';

const loader = fileURLToPath(new URL('../../../tools/from-source.mjs', import.meta.url));
const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let database: FreshDatabase;
let environment: TestEnvironment;
let stubServices: StubServices;
let plugin: RecordingPlugin;
let service: ChildProcess | undefined;

beforeAll(async () => {
  database = await freshDatabase('delivery');
  environment = newTestEnvironment(database.url, await freePort());
  stubServices = await StubServices.connect(environment);
  plugin = await RecordingPlugin.start();
});
afterAll(async () => {
  await kill();
  await plugin.stop();
  await stubServices.close();
  await database.drop();
});

function start(): void {
  service = spawn(process.execPath, ['--import', loader, main], {
    env: { ...process.env, ...environment.variables },
    stdio: 'inherit',
  });
}

/** Uses SIGKILL, so that the process cannot finish its work. */
async function kill(): Promise<void> {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGKILL');
  await once(service, 'exit');
}

describe('a delivery service killed by SIGKILL', () => {
  it('loses no event, and repeats only the delivery whose result was not recorded, with the same id and body', async () => {
    start();
    const { installationId } = await stubServices.install(plugin.baseUrl);
    await plugin.credentials(installationId, 60_000);
    // The process is killed before the plugin sends its 2xx response, so the service cannot record the result.
    const killThenAnswer: PluginResponse = async (response, request, call) => {
      service?.kill('SIGKILL');
      await responses.status(200)(response, request, call);
    };
    plugin.respond('/service/events', killThenAnswer, responses.status(200));
    await stubServices.publishProposalSettled(installationId, 'inv-1');
    await eventually(() => plugin.events.length === 1, 60_000);
    await kill();
    for (const id of ['inv-1', 'inv-2', 'inv-3']) await stubServices.publishProposalSettled(installationId, id);
    await expireLeases();
    start();
    await eventually(() => plugin.events.length === 5, 60_000);
    const [first, second] = plugin.callsTo('/service/events');
    expect(second?.body).toEqual(first?.body);
    expect(
      [first, second].map((call) => [call?.headers['service-event-id'], call?.headers['service-attempt']]),
    ).toEqual([
      [first?.json['id'], '1'],
      [first?.json['id'], '2'],
    ]);
    expect(plugin.callsTo('/service/events').every(({ signature }) => signature === 'valid')).toBe(true);
    expect(plugin.events.map((event) => Number(event['sequence'])).sort()).toEqual([1, 1, 2, 3, 4]);
  }, 240_000);
});

/** Ends all leases, because a test should not wait for the twenty seconds that a lease lasts. */
async function expireLeases(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(
    'update delivery_queue set leased_until = now() where leased_until is not null',
  );
  await client.end();
  expect(rowCount).toBe(1);
}
