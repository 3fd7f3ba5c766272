import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** A thousand streams: PostgreSQL's own group commit helps the rival here. */
export function run(): Promise<Row> {
  return runLoop('loop-thousand', 1_000, 3);
}
