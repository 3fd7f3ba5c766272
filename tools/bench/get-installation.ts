import { httpLoad, underHttpLoad } from './http-load.js';
import { meteredInstallation } from './metered-installation.js';
import { startRival } from './rivals.js';
import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

const GOAL = 0.35;

/**
 * Measures `GET /installation` through the gateway, NATS, the service and the database, against a Fastify route
 * without any check.
 */
export async function run(): Promise<Row> {
  const rival = await startRival('bare-fastify');
  const bare = await underHttpLoad(rival.origin, () => ({ method: 'GET', path: '/installation' }), {
    ...httpLoad,
    warmUpMs: 700,
    windowMs: 1_200,
  });
  await rival.stop();

  const system = await startWholeSystem();
  try {
    const { apiBase, token } = await meteredInstallation(system);
    const { origin, pathname } = new URL(apiBase);
    const headers = { authorization: `Bearer ${token}` };
    const ours = await underHttpLoad(origin, () => ({ method: 'GET', path: `${pathname}/installation`, headers }));
    const ratio = ours.perSecond / bare.perSecond;
    const note = `p50 ${ours.p50Ms.toFixed(1)} ms, p99 ${ours.p99Ms.toFixed(1)} ms`;
    return {
      name: 'GET /installation',
      measured: ours.perSecond,
      rival: bare.perSecond,
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
