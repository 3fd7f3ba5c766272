import { calibratedRow } from './calibrated-row.js';
import { deliveryFigures } from './delivery-figures.js';
import { deliveryPeers } from './delivery-peers.js';
import type { Row } from './row.js';

const GOAL = 0.15;
const DWELL_LIMIT_MS = 20;

/**
 * Measures how many events per second are stored, claimed, signed, sent and finished, against a loop that only signs
 * and sends. Also measures the median time from the commit of an event to the first byte of the request that delivers
 * it, at 300 events per second, and compares with the job queues that people would use instead.
 */
export async function run(): Promise<readonly Row[]> {
  const { storedPerSecond, barePerSecond, dwellP50Ms } = await deliveryFigures();
  const ratio = storedPerSecond / barePerSecond;
  return [
    {
      name: 'delivery',
      measured: storedPerSecond,
      rival: barePerSecond,
      ratio,
      goal: GOAL,
      unit: 'events/s',
      ok: ratio >= GOAL,
    },
    await calibratedRow({ name: 'delivery dwell', measured: dwellP50Ms, limit: DWELL_LIMIT_MS, unit: 'ms p50' }),
    ...(await deliveryPeers()),
  ];
}
