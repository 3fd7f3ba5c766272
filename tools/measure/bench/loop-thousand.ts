import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** Charges a thousand wallets in turn. Here the rival benefits from the group commit of PostgreSQL. */
export function run(): Promise<Row> {
  return runLoop({ name: 'loop-thousand', wallets: 1_000, goal: 5, unit: 'charges/s', work: 'charge' });
}
