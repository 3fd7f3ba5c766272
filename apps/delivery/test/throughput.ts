/**
 * What the bench measures of delivery, as a process of its own: `throughput.ts DATABASE_URL SINK_PORT` prints one
 * line of JSON. Events are stored (log, feed, queue), claimed, signed, sent and finished; the rival only signs and sends.
 */
import { signCall } from '@kushk/credentials';
import { Pool } from 'undici';
import { CourierRig, type Installed } from './courier-rig.js';
import { eventChannel } from '../src/dispatch/channels.js';

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

/** Signs and sends a body of the same size over the same number of hosts, with nothing stored. */
async function bare(secret: string): Promise<number> {
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
      const { body: answer } = await pool.request({ path: '/service/events', method: 'POST', headers, body });
      await answer.dump();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: BARE_IN_FLIGHT }, (_, index) => loop(pools[index % HOSTS] as Pool)));
  await Promise.all(pools.map((pool) => pool.close()));
  return sent / (BARE_MS / 1_000);
}

async function stored(rig: CourierRig, installed: readonly Installed[]): Promise<number> {
  const courier = await rig.courier({ deadlineMs: 10_000 });
  const started = performance.now();
  let written = 0;
  const writer = async (index: number): Promise<void> => {
    for (let n = index; performance.now() - started < MEASURED_MS; n += 1) {
      const { installationId } = installed[n % installed.length] as Installed;
      written += 1;
      await rig.announce(installationId, `inv-${written}`, { note: TEXT });
      courier.wake(installationId);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writer(index)));
  for (;;) {
    const [row] = await rig.opened.dataSource.query<{ left: string }[]>('select count(*) as left from outgoing_calls');
    if (row?.left === '0') break;
  }
  const seconds = (performance.now() - started) / 1_000;
  await rig.stop(courier);
  return written / seconds;
}

/** From the commit of an event to the moment its call is handed to the connection, at a steady pace. */
async function dwell(rig: CourierRig, installed: readonly Installed[]): Promise<{ p50: number; p99: number }> {
  const committed = new Map<string, number>();
  const dwells: number[] = [];
  const channel = eventChannel(rig.secrets);
  const courier = await rig.courier({
    deadlineMs: 10_000,
    channel: {
      ...channel,
      prepare: async (call, at) => {
        const ready = await channel.prepare(call, at);
        dwells.push(performance.now() - (committed.get(call.callId) ?? performance.now()));
        return ready;
      },
    },
  });
  const pending: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; n < DWELL_EVENTS; n += 1) {
    const waitMs = started + (n * 1_000) / DWELL_PER_SECOND - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { installationId } = installed[n % installed.length] as Installed;
    pending.push(
      rig.announce(installationId, `dwell-${n}`, { note: TEXT }).then((eventId) => {
        committed.set(eventId, performance.now());
        courier.wake(installationId);
      }),
    );
  }
  await Promise.all(pending);
  while (dwells.length < DWELL_EVENTS) await new Promise((resolve) => setTimeout(resolve, 20));
  await rig.stop(courier);
  dwells.sort((a, b) => a - b);
  return { p50: dwells[Math.floor(DWELL_EVENTS * 0.5)] ?? NaN, p99: dwells[Math.floor(DWELL_EVENTS * 0.99)] ?? NaN };
}

const rig = await CourierRig.on(databaseUrl);
const installed: Installed[] = [];
for (const origin of origins)
  for (let n = 0; n < INSTALLATIONS_PER_HOST; n += 1) installed.push(await rig.install(origin));
const slow = await dwell(rig, installed);
// The rival runs before and after, so that a machine which is busy for a while favours neither.
const secret = installed[0]?.secret ?? '';
const before = await bare(secret);
const storedPerSecond = await stored(rig, installed);
const barePerSecond = (before + (await bare(secret))) / 2;
await rig.close();
const result: Throughput = { storedPerSecond, barePerSecond, dwellP50Ms: slow.p50, dwellP99Ms: slow.p99 };
process.stdout.write(`${JSON.stringify(result)}\n`);
