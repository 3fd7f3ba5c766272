import { runLoop } from './loop.js';
import type { Row } from './row.js';

/** One stream: every command waits for the one before it, unless they are committed together. */
export function run(): Promise<Row> {
  return runLoop('loop-hot', 1, 15);
}
