import type { Load, LoadResult } from './callers.js';
import { httpLoad, underHttpLoad, type HttpCall } from './http-load.js';
import { chargesOf } from './charges.js';
import { medianByRatio } from './median-by-ratio.js';
import { meteredInstallation } from './metered-installation.js';
import { processorTimesOf, timesBetween } from './processor-time.js';
import { fillWalFiles } from './recycled-wal.js';
import { startRival, type Rival } from './rivals.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

/** The rival's processor time of a charge, times that of the whole system. */
const GOAL = 3;
/** The best pool size is between these on every machine that was measured. */
const poolSizes = [4, 8];
/** Both sides are measured when their functions are compiled, as in a process that has run for a while. */
const warmUp = { rival: { ...httpLoad, warmUpMs: 3_000, windowMs: 2_000 }, ours: { ...httpLoad, windowMs: 20_000 } };
const window = { ...httpLoad, warmUpMs: 500, windowMs: 3_000 };
const manyConnections = { ...window, callers: 256 };
const comparisons = 3;
/** Processes of which the row names the part. */
const NAMED_PROCESSES = 4;

/** The rival with its pool. */
interface Naive extends Rival {
  readonly poolSize: number;
}
/** Windows that follow each other, because the speed of a shared machine changes within seconds. */
interface Comparison {
  readonly naive: LoadResult;
  readonly ours: LoadResult;
  readonly many: LoadResult;
  /** Processor time of a charge in the window `ours`, by process, in µs. */
  readonly parts: readonly (readonly [process: string, us: number])[];
}

/**
 * Measures `POST /wallet/consume` on one wallet through the gateway and NATS, against a plain Nest endpoint with one
 * transaction per request at its best pool size: the processor time of a charge over all processes of each side, which
 * is the goal, and the throughput, which depends on how long the rival waits for its disk. Each figure is the median of
 * windows of both sides that alternate.
 */
export function run(): Promise<readonly Row[]> {
  return withServers(async ({ database, pids }) => {
    const naive = await bestNaive(database);
    const system = await startWholeSystem();
    try {
      await fillWalFiles(system.superuserUrl());
      const { origin, call } = chargesOf(await meteredInstallation(system));
      await underHttpLoad(origin, call, warmUp.ours);
      const measured: Comparison[] = [];
      while (measured.length < comparisons)
        measured.push({
          naive: await system.paused(() => underNaiveLoad(naive, { ...window, pids: () => [...pids, naive.pid] })),
          ...(await charge(system, { origin, call })),
          many: await underHttpLoad(origin, call, { ...manyConnections, pids: system.root }),
        });
      return [rateRow('ours', measured, naive), rateRow('many', measured, naive), processorRow(measured)];
    } finally {
      await system.stop();
      await naive.stop();
    }
  });
}

async function charge(
  system: WholeSystem,
  { origin, call }: ReturnType<typeof chargesOf>,
): Promise<Pick<Comparison, 'ours' | 'parts'>> {
  let charges = 0;
  const counted = (number: number): HttpCall => {
    charges += 1;
    return call(number);
  };
  const before = processorTimesOf(system.pids());
  const ours = await underHttpLoad(origin, counted, { ...window, pids: system.root });
  const parts = timesBetween(before, processorTimesOf(system.pids()));
  return { ours, parts: parts.map(([name, ms]) => [name, (ms / charges) * 1_000] as const) };
}

function rateRow(which: 'ours' | 'many', measured: readonly Comparison[], { poolSize }: Naive): Row {
  const ratioOf = (comparison: Comparison): number => comparison[which].perSecond / comparison.naive.perSecond;
  const { note, ratio, median } = medianByRatio(measured, ratioOf);
  const { [which]: ours, naive } = median;
  const connections = which === 'ours' ? window.callers : manyConnections.callers;
  const waits = `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms`;
  return {
    name: `POST /wallet/consume, ${connections} connections`,
    measured: ours.perSecond,
    rival: naive.perSecond,
    ratio,
    goal: 0,
    unit: 'requests/s',
    ok: true,
    cpuUs: { ours: ours.cpuUs, rival: naive.cpuUs },
    note: `${note}; ${waits}; rival p99 ${naive.p99Ms.toFixed(0)} ms with ${poolSize} connections`,
  };
}

function processorRow(measured: readonly Comparison[]): Row {
  const { note, ratio, median } = medianByRatio(measured, ({ ours, naive }) => naive.cpuUs / ours.cpuUs);
  const parts = median.parts.slice(0, NAMED_PROCESSES).map(([name, us]) => `${name} ${us.toFixed(0)}`);
  return {
    name: 'processor time of a charge',
    measured: median.ours.cpuUs,
    rival: median.naive.cpuUs,
    ratio,
    goal: GOAL,
    unit: 'µs',
    ok: ratio >= GOAL,
    note: `${note}; ${parts.join(', ')}`,
  };
}

/** Starts the rival with each pool size, and keeps the fastest one. */
async function bestNaive(database: (name: string) => Promise<string>): Promise<Naive> {
  let best: { readonly naive: Naive; readonly perSecond: number } | null = null;
  for (const poolSize of poolSizes) {
    const rival = await startRival('naive-nest', {
      NAIVE_DATABASE_URL: await database(`naive_${poolSize}`),
      NAIVE_POOL_SIZE: String(poolSize),
    });
    const naive = { ...rival, poolSize };
    const { perSecond } = await underNaiveLoad(naive, warmUp.rival);
    const isBest = best === null || perSecond > best.perSecond;
    await (isBest ? best?.naive : naive)?.stop();
    if (isBest) best = { naive, perSecond };
  }
  return (best as { readonly naive: Naive }).naive;
}

let naiveCalls = 0;
function underNaiveLoad({ origin }: Naive, load: Load): Promise<LoadResult> {
  const headers = { 'content-type': 'application/json' };
  return underHttpLoad(
    origin,
    () => ({ method: 'POST', path: '/consume', headers, body: `{"count":1,"key":"bench-${(naiveCalls += 1)}"}` }),
    load,
  );
}
