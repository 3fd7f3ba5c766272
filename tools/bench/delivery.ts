import { deliveryFigures } from './delivery-figures.js';
import type { Row } from './row.js';

/**
 * Measures how many events per second are stored, claimed, signed, sent and finished, against a loop that only signs
 * and sends.
 */
export async function run(): Promise<Row> {
  const { storedPerSecond, barePerSecond } = await deliveryFigures();
  const ratio = storedPerSecond / barePerSecond;
  return {
    name: 'delivery',
    measured: storedPerSecond,
    rival: barePerSecond,
    ratio,
    goal: 0.15,
    unit: 'events/s',
    ok: ratio >= 0.15,
  };
}
