/**
 * What counting the calls of releases costs: the processor time of the same deliveries and tool calls with it and
 * without it, in alternating batches of one run. Without it, what a call stores has no index to count by.
 */
import { ReleaseCounts } from '../../../apps/delivery/src/release/count-calls/release-counts.view.js';
import { signedRequest } from '../../../apps/delivery/src/outbound/signed-request.js';
import type { PluginConnector } from '../../../apps/delivery/src/outbound/plugin-connector.client.js';
import { ToolCalls } from '../../../apps/delivery/src/tool/call-tool/tool-calls.view.js';
import { ToolClient } from '../../../apps/delivery/src/tool/call-tool/tool.client.js';
import { DeliveryWorkerHarness, type TestInstallation } from '../../../apps/delivery/test/delivery-worker-harness.js';
import { newId } from '@kushk/runtime';
import { guardedConnector, systemResolver } from '@kushk/runtime/guarded-connector';
import { cpuMs } from './processes.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startSink } from './sink.js';

/** Each in both ways. */
const PAIRS = 10;
const CALLS = 2_000;
/** Batches until the compiled code of both ways has settled. */
const WARM_UPS = 4;
const AT_ONCE = 32;
const HOSTS = 16;
/** A call costs at most three hundredths more. */
const LIMIT = 1.03;
const TABLES = { tool_calls: '', delivery_attempts: `and channel = 'event'` };

export async function run(): Promise<readonly Row[]> {
  return withServers(async ({ database, pids }) => {
    const sink = await startSink();
    const harness = await DeliveryWorkerHarness.on(await database('delivery'));
    const origins = Array.from({ length: HOSTS }, (_, index) => `http://127.0.0.${index + 1}:${sink.port}`);
    const installed = await Promise.all(origins.map((origin) => harness.install(origin)));
    const counting = new Counting(harness, pids);
    try {
      return [
        await counting.row('counting deliveries', deliveries(harness, installed)),
        await counting.row('counting tool calls', toolCalls(harness, { installed, origins })),
      ];
    } finally {
      await harness.close();
      await sink.stop();
    }
  });
}

type Batch = () => Promise<void>;

class Counting {
  private readonly counts: ReleaseCounts;

  constructor(
    private readonly harness: DeliveryWorkerHarness,
    private readonly servers: readonly number[],
  ) {
    this.counts = new ReleaseCounts(harness.opened.dataSource);
  }

  async row(name: string, batch: Batch): Promise<Row> {
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await this.measured(warmUp % 2 === 0, batch);
    const spentUs = { with: 0, without: 0 };
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const order = pair % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
      for (const side of order) spentUs[side] += await this.measured(side === 'with', batch);
    }
    const [measured, rival] = [spentUs.with, spentUs.without].map((us) => us / (PAIRS * CALLS)) as [number, number];
    const ratio = rival / measured;
    return {
      name,
      measured,
      rival,
      ratio,
      goal: 1 / LIMIT,
      unit: 'µs of processor time',
      ok: ratio >= 1 / LIMIT,
      cpuUs: { ours: measured, rival },
      note: `${((measured / rival - 1) * 100).toFixed(1)} % more with counting`,
    };
  }

  /** The processor time of a batch in microseconds. One count for each batch is one in ten seconds at 200 calls/s. */
  private async measured(isCounted: boolean, batch: Batch): Promise<number> {
    const { dataSource } = this.harness.opened;
    for (const [table, where] of Object.entries(TABLES)) {
      await dataSource.query(`drop index if exists ${table}_to_count`);
      if (isCounted)
        await dataSource.query(
          `create index ${table}_to_count on ${table} (stored_by) where version is not null ${where}`,
        );
      const value = isCounted ? 'set default pg_current_xact_id()' : 'drop default';
      await dataSource.query(`alter table ${table} alter column stored_by ${value}`);
    }
    const [own, servers] = [process.cpuUsage(), cpuMs(this.servers)];
    await batch();
    if (isCounted) await this.counts.count(new Date());
    const { user, system } = process.cpuUsage(own);
    return user + system + (cpuMs(this.servers) - servers) * 1_000;
  }
}

/** Appends events and waits until all of them are delivered. */
function deliveries(harness: DeliveryWorkerHarness, installed: readonly TestInstallation[]): Batch {
  let worker: Awaited<ReturnType<DeliveryWorkerHarness['startWorker']>> | null = null;
  return async () => {
    worker ??= await harness.startWorker({ deadlineMs: 10_000 });
    const running = worker;
    await inParallel(async (number) => {
      const { installationId } = installed[number % installed.length]!;
      await harness.appendEvent(installationId, `inv-${number}`, { data: { note: 'x'.repeat(800) } });
      running.notify(installationId);
    });
    while ((await waiting(harness)) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  };
}

async function waiting(harness: DeliveryWorkerHarness): Promise<number> {
  const rows = await harness.opened.dataSource.query<{ waiting: number }[]>(
    'select count(*)::int as waiting from delivery_queue',
  );
  return rows[0]?.waiting ?? 0;
}

/** Calls a tool as the handler of the service does: it reads the endpoint, signs, sends and stores the call. */
function toolCalls(
  harness: DeliveryWorkerHarness,
  { installed, origins }: { readonly installed: readonly TestInstallation[]; readonly origins: readonly string[] },
): Batch {
  const { dataSource } = harness.opened;
  const connect = guardedConnector({ production: false, ownAddresses: [] }, systemResolver());
  const tools = new ToolClient(
    { connect, devCalls: null } as PluginConnector,
    harness.circuitStore,
    new ToolCalls(dataSource),
  );
  return () =>
    inParallel(async (number) => {
      const { installationId, secret } = installed[number % installed.length]!;
      await dataSource.query('select * from endpoints where stream_id = $1', [installationId]);
      const call = { callId: newId('tcl'), installationId, tool: 'find_invoice', version: '1.0.0' };
      await tools.call(call, async (at) =>
        Promise.resolve(
          signedRequest({
            baseUrl: origins[number % origins.length]!,
            path: '/service/tools/find_invoice',
            installationId,
            attempt: 1,
            pluginVersion: '1.0.0',
            body: '{}',
            at,
            secrets: [secret],
          }),
        ),
      );
    });
}

async function inParallel(work: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let number = next++; number < CALLS; number = next++) await work(number);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
