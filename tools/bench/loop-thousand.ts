import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** Measures the command loop on a thousand streams. Here the rival benefits from the group commit of PostgreSQL. */
export function run(): Promise<Row> {
  return runLoop('loop-thousand', 1_000, 3);
}
