import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { answers, eventually, freshDatabase, RecordingPlugin, type Answer, type FreshDatabase } from '@kushk/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { Neighbours, newWorld, type World } from '../test/service-rig.js';

const loader = fileURLToPath(new URL('../../../tools/from-source.mjs', import.meta.url));
const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let database: FreshDatabase;
let world: World;
let neighbours: Neighbours;
let plugin: RecordingPlugin;
let service: ChildProcess | undefined;

beforeAll(async () => {
  database = await freshDatabase('delivery');
  world = newWorld(database.url, await freePort());
  neighbours = await Neighbours.of(world);
  plugin = await RecordingPlugin.start();
});
afterAll(async () => {
  await kill();
  await plugin.stop();
  await neighbours.close();
  await database.drop();
});

function start(): void {
  service = spawn(process.execPath, ['--import', loader, main], {
    env: { ...process.env, ...world.environment },
    stdio: 'inherit',
  });
}

/** kill -9: nothing in the process gets to know of it. */
async function kill(): Promise<void> {
  if (service === undefined || service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGKILL');
  await once(service, 'exit');
}

describe('a delivery service that is killed', () => {
  it('repeats, with the same id and body, the one event whose answer it could not write down, and loses none', async () => {
    start();
    const { installationId } = await neighbours.install(plugin.baseUrl);
    await plugin.credentials(installationId, 30_000);
    // The process dies between the plugin's 2xx and its own commit: it is killed before the answer's last byte can be acted upon.
    const killThenAnswer: Answer = async (response, request, call) => {
      service?.kill('SIGKILL');
      await answers.status(200)(response, request, call);
    };
    plugin.answer('/service/events', killThenAnswer, answers.status(200));
    await neighbours.settle(installationId, 'inv-1');
    await eventually(() => plugin.events.length === 1, 20_000);
    await kill();
    for (const id of ['inv-1', 'inv-2', 'inv-3']) await neighbours.settle(installationId, id);
    await expireLeases();
    start();
    await eventually(() => plugin.events.length === 5, 30_000);
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
  }, 90_000);
});

/** Leases last twenty seconds; the spec does not wait for that. */
async function expireLeases(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(
    'update outgoing_calls set leased_until = now() where leased_until is not null',
  );
  await client.end();
  expect(rowCount).toBe(1);
}
