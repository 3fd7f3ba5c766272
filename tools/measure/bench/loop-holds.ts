import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** Places holds on one wallet and settles each: two commands, and two transactions of the rival. */
export function run(): Promise<readonly Row[]> {
  return runLoop({
    name: 'loop-holds',
    wallets: 1,
    goals: { throughput: 11, processorTime: 7 },
    unit: 'holds/s',
    work: 'holdAndSettle',
  });
}
