import { runLoop } from './loop.js';
import type { Row } from './row.js';

/**
 * Measures the command loop on one stream. Every command waits for the previous one, unless both are committed
 * together.
 */
export function run(): Promise<Row> {
  return runLoop('loop-hot', 1, 15);
}
