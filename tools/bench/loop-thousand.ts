import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** A thousand streams: here PostgreSQL's own group commit helps the rival too. */
export function run(): Promise<Row> {
  return runLoop('loop-thousand', 1_000, 3);
}
