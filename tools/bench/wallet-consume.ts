import type { LoadResult } from './callers.js';
import { httpLoad, underHttpLoad } from './http-load.js';
import { meteredInstallation } from './metered-installation.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startWholeSystem } from './whole-system.js';

const GOAL = 5;
/** The best pool size is between these on every machine that was measured. */
const poolSizes = [4, 8];
const rivalLoad = { ...httpLoad, warmUpMs: 500, windowMs: 1_200 };

/**
 * Measures `POST /wallet/consume` on one wallet through the gateway and NATS, against a plain Nest endpoint with one
 * transaction per request at its best pool size.
 */
export async function run(): Promise<Row> {
  const naive = await bestNaive();
  const system = await startWholeSystem();
  try {
    const { apiBase, token } = await meteredInstallation(system);
    const { origin, pathname } = new URL(apiBase);
    const ours = await underHttpLoad(origin, (number) => ({
      method: 'POST',
      path: `${pathname}/wallet/consume`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `bench-${number}`,
      },
      body: '{"service":"work","count":1}',
    }));
    const ratio = ours.perSecond / naive.perSecond;
    const note = `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms; rival p99 ${naive.p99Ms.toFixed(0)} ms with ${naive.poolSize} connections`;
    return {
      name: 'POST /wallet/consume',
      measured: ours.perSecond,
      rival: naive.perSecond,
      ratio,
      goal: GOAL,
      unit: 'requests/s',
      ok: ratio >= GOAL,
      note,
    };
  } finally {
    await system.stop();
  }
}

function bestNaive(): Promise<LoadResult & { poolSize: number }> {
  return withServers(async ({ database }) => {
    let best = { perSecond: 0, p50Ms: 0, p99Ms: 0, poolSize: 0 };
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
