import type { Row } from './row.js';
import { startWholeSystem } from './whole-system.js';

const LIMIT_S = 20;

/**
 * Measures the time from `npm start` on empty data until the demo has processed its first invoice. Packages are
 * already installed.
 */
export async function run(): Promise<Row> {
  const system = await startWholeSystem();
  await system.stop();
  const seconds = system.readyAfterMs / 1_000;
  return {
    name: 'npm start',
    measured: seconds,
    rival: LIMIT_S,
    ratio: LIMIT_S / seconds,
    goal: 1,
    unit: 's',
    ok: seconds < LIMIT_S,
  };
}
