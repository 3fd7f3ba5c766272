import type { LoadResult } from './callers.js';
import { httpLoad, underHttpLoad, type HttpCall } from './http-load.js';
import { chargesOf } from './charges.js';
import { meteredInstallation } from './metered-installation.js';
import { cpuMs } from './processes.js';
import { processorTimesOf, timesBetween } from './processor-time.js';
import { fillWalFiles } from './recycled-wal.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

/** By number of connections. */
const GOALS = { 64: 5, 256: 6.5 };
/** Processor time of one charge over all processes of the system, where the rival handles the reference rate. */
const LIMIT_US = 190;
const REFERENCE_PER_SECOND = 1_471;
/** The best pool size is between these on every machine that was measured. */
const poolSizes = [4, 8];
/** Both sides are measured when their functions are compiled, as in a process that has run for a while. */
const rivalLoad = { ...httpLoad, warmUpMs: 3_000, windowMs: 3_000 };
const warmUp = { ...httpLoad, warmUpMs: 0, windowMs: 10_000 };
/** Processes of which the row names the part. */
const NAMED_PROCESSES = 4;
const manyConnections = { callers: 256, warmUpMs: 500, windowMs: 3_000 };

type NaiveResult = LoadResult & { readonly poolSize: number };

/**
 * Measures `POST /wallet/consume` on one wallet through the gateway and NATS, against a plain Nest endpoint with one
 * transaction per request at its best pool size, and the processor time of a charge over all processes.
 */
export async function run(): Promise<readonly Row[]> {
  const naive = await bestNaive();
  const system = await startWholeSystem();
  try {
    await fillWalFiles(system.superuserUrl());
    const { origin, call } = chargesOf(await meteredInstallation(system));
    await underHttpLoad(origin, call, warmUp);
    let charges = 0;
    const counted = (number: number): HttpCall => {
      charges += 1;
      return call(number);
    };
    const before = { ms: systemCpuMs(system), byProcess: processorTimesOf(system.pids()) };
    const ours = await underHttpLoad(origin, counted);
    const perCharge = (ms: number): number => (ms / charges) * 1_000;
    const chargeUs = perCharge(systemCpuMs(system) - before.ms);
    const parts = timesBetween(before.byProcess, processorTimesOf(system.pids()))
      .slice(0, NAMED_PROCESSES)
      .map(([name, ms]) => `${name} ${perCharge(ms).toFixed(0)}`);
    const many = await underHttpLoad(origin, call, manyConnections);
    return [rateRow(ours, naive, 64), rateRow(many, naive, 256), processorRow(chargeUs, parts, naive)];
  } finally {
    await system.stop();
  }
}

/** The root of the system's processes has all others as descendants. */
function systemCpuMs(system: WholeSystem): number {
  return cpuMs(system.pids().slice(0, 1));
}

function rateRow(ours: LoadResult, naive: NaiveResult, connections: keyof typeof GOALS): Row {
  const ratio = ours.perSecond / naive.perSecond;
  const goal = GOALS[connections];
  return {
    name: `POST /wallet/consume, ${connections} connections`,
    measured: ours.perSecond,
    rival: naive.perSecond,
    ratio,
    goal,
    unit: 'requests/s',
    ok: ratio >= goal,
    note: `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms; rival p99 ${naive.p99Ms.toFixed(0)} ms with ${naive.poolSize} connections`,
  };
}

function processorRow(chargeUs: number, parts: readonly string[], naive: NaiveResult): Row {
  const limit = (LIMIT_US * REFERENCE_PER_SECOND) / naive.perSecond;
  return {
    name: 'processor time of a charge',
    measured: chargeUs,
    rival: limit,
    ratio: limit / chargeUs,
    goal: 1,
    unit: 'µs',
    ok: chargeUs <= limit,
    note: `${parts.join(', ')}; limit ${LIMIT_US} where the rival handles ${REFERENCE_PER_SECOND.toLocaleString('en')} requests/s`,
  };
}

function bestNaive(): Promise<NaiveResult> {
  return withServers(async ({ database }) => {
    let best: NaiveResult = { perSecond: 0, p50Ms: 0, p99Ms: 0, poolSize: 0 };
    for (const poolSize of poolSizes) {
      const rival = await startRival('naive-nest', {
        NAIVE_DATABASE_URL: await database(`naive_${poolSize}`),
        NAIVE_POOL_SIZE: String(poolSize),
      });
      const headers = { 'content-type': 'application/json' };
      const result = await underHttpLoad(
        rival.origin,
        (number) => ({ method: 'POST', path: '/consume', headers, body: `{"count":1,"key":"bench-${number}"}` }),
        rivalLoad,
      );
      await rival.stop();
      if (result.perSecond > best.perSecond) best = { ...result, poolSize };
    }
    return best;
  });
}
