import type { LoadResult } from './callers.js';
import { httpLoad, underHttpLoad } from './http-load.js';
import { meteredInstallation } from './metered-installation.js';
import { cpuMs } from './processes.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startWholeSystem, type WholeSystem } from './whole-system.js';

const GOAL = 5;
/** Processor time of one charge over all processes of the system, where the rival handles the reference rate. */
const LIMIT_US = 190;
const REFERENCE_PER_SECOND = 1_471;
/** The best pool size is between these on every machine that was measured. */
const poolSizes = [4, 8];
const rivalLoad = { ...httpLoad, warmUpMs: 500, windowMs: 1_200 };

type NaiveResult = LoadResult & { readonly poolSize: number };

/**
 * Measures `POST /wallet/consume` on one wallet through the gateway and NATS, against a plain Nest endpoint with one
 * transaction per request at its best pool size, and the processor time of a charge over all processes.
 */
export async function run(): Promise<readonly Row[]> {
  const naive = await bestNaive();
  const system = await startWholeSystem();
  try {
    const { apiBase, token } = await meteredInstallation(system);
    const { origin, pathname } = new URL(apiBase);
    let charges = 0;
    const cpuBefore = systemCpuMs(system);
    const ours = await underHttpLoad(origin, (number) => {
      charges += 1;
      return {
        method: 'POST',
        path: `${pathname}/wallet/consume`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': `bench-${number}`,
        },
        body: '{"service":"work","count":1}',
      };
    });
    const chargeUs = ((systemCpuMs(system) - cpuBefore) / charges) * 1_000;
    return [rateRow(ours, naive), processorRow(chargeUs, naive)];
  } finally {
    await system.stop();
  }
}

/** The root of the system's processes has all others as descendants. */
function systemCpuMs(system: WholeSystem): number {
  return cpuMs(system.pids().slice(0, 1));
}

function rateRow(ours: LoadResult, naive: NaiveResult): Row {
  const ratio = ours.perSecond / naive.perSecond;
  return {
    name: 'POST /wallet/consume',
    measured: ours.perSecond,
    rival: naive.perSecond,
    ratio,
    goal: GOAL,
    unit: 'requests/s',
    ok: ratio >= GOAL,
    note: `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms; rival p99 ${naive.p99Ms.toFixed(0)} ms with ${naive.poolSize} connections`,
  };
}

function processorRow(chargeUs: number, naive: NaiveResult): Row {
  const limit = (LIMIT_US * REFERENCE_PER_SECOND) / naive.perSecond;
  return {
    name: 'processor time of a charge',
    measured: chargeUs,
    rival: limit,
    ratio: limit / chargeUs,
    goal: 1,
    unit: 'µs',
    ok: chargeUs <= limit,
    note: `over all processes; limit ${LIMIT_US} where the rival handles ${REFERENCE_PER_SECOND.toLocaleString('en')} requests/s`,
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
