import type { LoadResult } from './callers.js';
import { httpLoad, underHttpLoad } from './http-load.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { submission } from './submission.js';
import { startWholeSystem } from './whole-system.js';

const GOAL = 0.2;
const poolSizes = [8, 16];
/** The JIT compilers need the first seconds, so these are not measured. */
const load = { ...httpLoad, warmUpMs: 6_000, windowMs: 3_000 };
const rivalLoad = { ...httpLoad, warmUpMs: 700, windowMs: 1_200 };

/**
 * Measures `POST /developer/v1/releases` with a manifest of 200 lines through the whole system, against a plain Nest
 * endpoint that inserts the same body as one row.
 */
export async function run(): Promise<Row> {
  const plain = await bestPlain();
  const system = await startWholeSystem();
  try {
    const { publisher, hub } = system.dev;
    const headers = { authorization: `Bearer ${publisher.key}` };
    const ours = await underHttpLoad(hub.base_url, submission('/developer/v1/releases', publisher.id, headers), {
      ...load,
      pids: system.root,
    });
    const ratio = ours.perSecond / plain.perSecond;
    const note = `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms; rival p99 ${plain.p99Ms.toFixed(0)} ms with ${plain.poolSize} connections`;
    return {
      name: 'POST /developer/v1/releases',
      measured: ours.perSecond,
      rival: plain.perSecond,
      ratio,
      goal: GOAL,
      unit: 'requests/s',
      ok: ratio >= GOAL,
      cpuUs: { ours: ours.cpuUs, rival: plain.cpuUs },
      note,
    };
  } finally {
    await system.stop();
  }
}

function bestPlain(): Promise<LoadResult & { poolSize: number }> {
  return withServers(async ({ database, pids }) => {
    let best = { perSecond: 0, p50Ms: 0, p95Ms: 0, p99Ms: 0, cpuUs: 0, poolSize: 0 };
    for (const poolSize of poolSizes) {
      const rival = await startRival('plain-insert', {
        PLAIN_DATABASE_URL: await database(`plain_${poolSize}`),
        PLAIN_POOL_SIZE: String(poolSize),
      });
      const measured = { ...rivalLoad, pids: () => [...pids, rival.pid] };
      const result = await underHttpLoad(rival.origin, submission('/releases', 'bench'), measured);
      await rival.stop();
      if (result.perSecond > best.perSecond) best = { ...result, poolSize };
    }
    return best;
  });
}
