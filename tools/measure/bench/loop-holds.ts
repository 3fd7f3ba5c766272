import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** Places holds on one wallet and settles each: two commands, and two transactions of the rival. */
export function run(): Promise<Row> {
  return runLoop({ name: 'loop-holds', wallets: 1, goal: 15, unit: 'holds/s', work: 'holdAndSettle' });
}
