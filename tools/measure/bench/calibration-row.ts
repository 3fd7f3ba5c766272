import { calibrate } from './calibration.js';
import type { Row } from './row.js';

/** Shows the speed of the machine at the start of the run. The row has no goal. */
export async function run(): Promise<Row> {
  const { requestsPerSecond, speed } = await calibrate();
  return {
    name: 'calibration: a bare Fastify route',
    measured: requestsPerSecond,
    rival: requestsPerSecond / speed,
    ratio: speed,
    goal: 0,
    unit: 'requests/s',
    ok: true,
  };
}
