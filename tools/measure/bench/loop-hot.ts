import { runLoop } from './loop.js';
import type { Row } from './row.js';

/**
 * Charges one wallet. Every command waits for the previous one, unless both are committed together.
 */
export function run(): Promise<Row> {
  return runLoop({ name: 'loop-hot', wallets: 1, goal: 20, unit: 'charges/s', work: 'charge' });
}
