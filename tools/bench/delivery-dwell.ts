import { deliveryFigures } from './delivery-figures.js';
import type { Row } from './row.js';

const LIMIT_MS = 20;

/**
 * Measures the median time from the commit of an event to the first byte of the request that delivers it, at 300
 * events per second.
 */
export async function run(): Promise<Row> {
  const { dwellP50Ms } = await deliveryFigures();
  return {
    name: 'delivery dwell',
    measured: dwellP50Ms,
    rival: LIMIT_MS,
    ratio: LIMIT_MS / dwellP50Ms,
    goal: 1,
    unit: 'ms p50',
    ok: dwellP50Ms < LIMIT_MS,
  };
}
