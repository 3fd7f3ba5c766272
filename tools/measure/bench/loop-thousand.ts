import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** Charges a thousand wallets in turn. Here the rival benefits from the group commit of PostgreSQL. */
export function run(): Promise<readonly Row[]> {
  return runLoop({
    name: 'loop-thousand',
    wallets: 1_000,
    goals: { throughput: 4.5, processorTime: 4.5 },
    unit: 'charges/s',
    work: 'charge',
  });
}
