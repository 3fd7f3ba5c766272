/**
 * Measures the throughput of delivery for the benchmark: `throughput.ts DATABASE_URL SINK_PORT` prints one line of
 * JSON. Events are stored (log, feed, queue), claimed, signed, sent and recorded. The baseline only signs and sends.
 */
import { signCall } from '@kushk/credentials';
import { Pool } from 'undici';
import { DeliveryWorkerHarness, type TestInstallation } from './delivery-worker-harness.js';
import { eventChannel } from '../src/sending/channels.js';

const HOSTS = 16;
const INSTALLATIONS_PER_HOST = 4;
const WRITERS = 128;
const MEASURED_MS = 6_000;
const BARE_MS = 2_000;
const BARE_IN_FLIGHT = 64;
const DWELL_PER_SECOND = 300;
const DWELL_EVENTS = 1_200;
const TEXT = 'x'.repeat(800);

export interface Throughput {
  readonly storedPerSecond: number;
  readonly barePerSecond: number;
  readonly dwellP50Ms: number;
  readonly dwellP99Ms: number;
}

const [databaseUrl = '', port = ''] = process.argv.slice(2);
const origins = Array.from({ length: HOSTS }, (_, index) => `http://127.0.0.${index + 1}:${port}`);

/** The baseline: signs and sends bodies of the same size to the same number of hosts, and stores nothing. */
async function signAndSend(secret: string): Promise<number> {
  const pools = origins.map((origin) => new Pool(origin, { connections: BARE_IN_FLIGHT / HOSTS }));
  const body = Buffer.from(JSON.stringify({ data: { note: TEXT } }));
  const until = performance.now() + BARE_MS;
  let sent = 0;
  const loop = async (pool: Pool): Promise<void> => {
    while (performance.now() < until) {
      const headers = {
        'content-type': 'application/json',
        'service-signature': signCall(secret, body, Math.floor(Date.now() / 1_000)),
      };
      const { body: response } = await pool.request({ path: '/service/events', method: 'POST', headers, body });
      await response.dump();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: BARE_IN_FLIGHT }, (_, index) => loop(pools[index % HOSTS] as Pool)));
  await Promise.all(pools.map((pool) => pool.close()));
  return sent / (BARE_MS / 1_000);
}

async function deliver(harness: DeliveryWorkerHarness, installed: readonly TestInstallation[]): Promise<number> {
  const worker = await harness.startWorker({ deadlineMs: 10_000 });
  const started = performance.now();
  let written = 0;
  const writer = async (index: number): Promise<void> => {
    for (let n = index; performance.now() - started < MEASURED_MS; n += 1) {
      const { installationId } = installed[n % installed.length] as TestInstallation;
      written += 1;
      await harness.appendEvent(installationId, `inv-${written}`, { data: { note: TEXT } });
      worker.notify(installationId);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
  for (;;) {
    const [row] = await harness.opened.dataSource.query<{ left: string }[]>(
      'select count(*) as left from delivery_queue',
    );
    if (row?.left === '0') break;
  }
  const seconds = (performance.now() - started) / 1_000;
  await harness.stop(worker);
  return written / seconds;
}

/** Measures the time from the commit of an event until its request is built, at a constant rate. */
async function measureDwell(
  harness: DeliveryWorkerHarness,
  installed: readonly TestInstallation[],
): Promise<{ p50: number; p99: number }> {
  const committed = new Map<string, number>();
  const dwells: number[] = [];
  const channel = eventChannel(harness.secrets);
  const worker = await harness.startWorker({
    deadlineMs: 10_000,
    channel: {
      ...channel,
      prepare: async (delivery, at) => {
        const request = await channel.prepare(delivery, at);
        dwells.push(performance.now() - (committed.get(delivery.deliveryId) ?? performance.now()));
        return request;
      },
    },
  });
  const pending: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; n < DWELL_EVENTS; n += 1) {
    const waitMs = started + (n * 1_000) / DWELL_PER_SECOND - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { installationId } = installed[n % installed.length] as TestInstallation;
    pending.push(
      harness.appendEvent(installationId, `dwell-${n}`, { data: { note: TEXT } }).then((eventId) => {
        committed.set(eventId, performance.now());
        worker.notify(installationId);
      }),
    );
  }
  await Promise.all(pending);
  while (dwells.length < DWELL_EVENTS) await new Promise((resolve) => setTimeout(resolve, 20));
  await harness.stop(worker);
  dwells.sort((a, b) => a - b);
  return { p50: dwells[Math.floor(DWELL_EVENTS * 0.5)] ?? NaN, p99: dwells[Math.floor(DWELL_EVENTS * 0.99)] ?? NaN };
}

const harness = await DeliveryWorkerHarness.on(databaseUrl);
const installed: TestInstallation[] = [];
for (const origin of origins)
  for (let n = 0; n < INSTALLATIONS_PER_HOST; n += 1) installed.push(await harness.install(origin));
const dwell = await measureDwell(harness, installed);
// The baseline runs before and after the measurement, so that temporary load on the machine affects both.
const secret = installed[0]?.secret ?? '';
const before = await signAndSend(secret);
const storedPerSecond = await deliver(harness, installed);
const barePerSecond = (before + (await signAndSend(secret))) / 2;
await harness.close();
const result: Throughput = { storedPerSecond, barePerSecond, dwellP50Ms: dwell.p50, dwellP99Ms: dwell.p99 };
process.stdout.write(`${JSON.stringify(result)}\n`);
