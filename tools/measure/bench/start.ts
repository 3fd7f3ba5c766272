import { calibratedRow } from './calibrated-row.js';
import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

const LIMIT_S = 20;

/**
 * Measures the time from `npm start` on empty data until the demo has processed its first invoice. Packages are
 * already installed.
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem({ KUSHK_BUILT: 'no' });
  await system.stop();
  return calibratedRow({ name: 'npm start', measured: system.readyAfterMs / 1_000, limit: LIMIT_S, unit: 's' });
}
