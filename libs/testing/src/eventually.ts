import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/** Long, because it costs nothing where the answer comes: test machines are shared, and a pause in one is no fault of what is tested. */
const USUALLY_MS = 15_000;

/**
 * Asks again until the question is answered, at most for `withinMs`. Answered means: it neither throws (a failed
 * `expect` throws) nor gives `undefined`, `null` or `false`. Gives back the answer; fails with the last reason.
 */
export async function eventually<Answer>(
  question: () => Answer | Promise<Answer>,
  withinMs = USUALLY_MS,
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

/** Keeps the stack of the last failure, which points at the question. */
function notWithin(withinMs: number, reason: unknown): Error {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  error.message = `not within ${withinMs} ms: ${error.message}`;
  return error;
}
