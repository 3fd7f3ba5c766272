import type { LoadResult } from './callers.js';
import { httpLoad, underHttpLoad } from './http-load.js';
import { medianByRatio } from './median-by-ratio.js';
import { meteredInstallation } from './metered-installation.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

const GOAL = 0.35;
/** Both sides are measured when their functions are compiled, as in a process that has run for a while. */
const warmUp = { rival: { ...httpLoad, windowMs: 3_000 }, ours: { ...httpLoad, windowMs: 15_000 } };
const window = { ...httpLoad, warmUpMs: 500, windowMs: 2_000 };
const comparisons = 3;

interface Comparison {
  readonly bare: LoadResult;
  readonly ours: LoadResult;
}

/**
 * Measures `GET /installation` of one token, which the gateway answers from its leases, against a Fastify route without
 * any check: the median of windows that alternate.
 */
export async function run(): Promise<Row> {
  const rival = await startRival('bare-fastify');
  const underBareLoad = (load: typeof window): Promise<LoadResult> =>
    underHttpLoad(rival.origin, () => ({ method: 'GET', path: '/installation' }), { ...load, pids: () => [rival.pid] });
  const system = await startWholeSystem();
  try {
    const { apiBase, token } = await meteredInstallation(system);
    const { origin, pathname } = new URL(apiBase);
    const headers = { authorization: `Bearer ${token}` };
    const underLoad = (load: typeof window): Promise<LoadResult> =>
      underHttpLoad(origin, () => ({ method: 'GET', path: `${pathname}/installation`, headers }), {
        ...load,
        pids: system.root,
      });
    await system.paused(() => underBareLoad(warmUp.rival));
    await underLoad(warmUp.ours);
    const measured: Comparison[] = [];
    while (measured.length < comparisons)
      measured.push({ bare: await system.paused(() => underBareLoad(window)), ours: await underLoad(window) });
    return rowOf(measured);
  } finally {
    await system.stop();
    await rival.stop();
  }
}

function rowOf(measured: readonly Comparison[]): Row {
  const { median, ratio, note } = medianByRatio(measured, ({ ours, bare }) => ours.perSecond / bare.perSecond);
  return {
    name: 'GET /installation',
    measured: median.ours.perSecond,
    rival: median.bare.perSecond,
    ratio,
    goal: GOAL,
    unit: 'requests/s',
    ok: ratio >= GOAL,
    cpuUs: { ours: median.ours.cpuUs, rival: median.bare.cpuUs },
    note: `${note}; p50 ${median.ours.p50Ms.toFixed(1)} ms, p99 ${median.ours.p99Ms.toFixed(1)} ms`,
  };
}
