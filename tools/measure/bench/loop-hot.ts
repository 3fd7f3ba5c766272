import { runLoop } from './loop.js';
import type { Row } from './row.js';

/**
 * Charges one wallet. Every command waits for the previous one, unless both are committed together.
 */
export function run(): Promise<readonly Row[]> {
  return runLoop({
    name: 'loop-hot',
    wallets: 1,
    goals: { throughput: 18, processorTime: 12 },
    unit: 'charges/s',
    work: 'charge',
  });
}
