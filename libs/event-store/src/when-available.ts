import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@kushk/runtime';
import { errorClassOf } from './error-class.js';

const retryMs = 1_000;

/**
 * Repeats a step of the start while PostgreSQL is unavailable, as long as that takes: a process that ended would only
 * start again. Rejects with an error that waiting does not mend.
 */
export async function whenAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (errorClassOf(error) === 'defect') throw error;
      log.warn({ err: error, retry_in_ms: retryMs }, 'PostgreSQL is unavailable at the start, trying again');
      await sleep(retryMs);
    }
}
