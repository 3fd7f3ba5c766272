import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/** A long time limit, because a passing test does not wait for it and a shared test machine may stall. */
const DEFAULT_WITHIN_MS = 60_000;

/**
 * Calls `question` repeatedly until it returns a result, and returns that result. It tries again while `question`
 * throws (as a failed `expect` does) or returns `undefined`, `null` or `false`. After `withinMs` it fails with the
 * last reason.
 */
export async function eventually<Answer>(
  question: () => Answer | Promise<Answer>,
  withinMs = DEFAULT_WITHIN_MS,
): Promise<NonNullable<Exclude<Answer, false>>> {
  const started = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    let reason: unknown;
    try {
      const answer = await question();
      if (answer !== undefined && answer !== null && answer !== false)
        return answer as NonNullable<Exclude<Answer, false>>;
      reason = new Error(`the answer is still ${String(answer)}`);
    } catch (error) {
      reason = error;
    }
    const spentMs = performance.now() - started;
    if (spentMs >= withinMs) throw notWithin(withinMs, reason);
    await pause(Math.min(pauseMs, withinMs - spentMs));
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Reuses the last error, because its stack points to the code in `question` that failed. */
function notWithin(withinMs: number, reason: unknown): Error {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  error.message = `not within ${withinMs} ms: ${error.message}`;
  return error;
}
