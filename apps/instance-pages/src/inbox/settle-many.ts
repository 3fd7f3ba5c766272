/** Settles many proposals, a few at a time. Each is a request of its own, so that one refusal stops no other. */
import { ProblemError } from '@kushk/api-client';

/** More would only wait in the service's queue. */
const AT_ONCE = 4;
/** Another person settled or edited it meanwhile: it is to be looked at by itself. */
const SKIPPED = new Set(['proposal.stale', 'proposal.settled', 'proposal.not_found']);

export type Settled<Target> =
  | { readonly target: Target; readonly outcome: 'done' }
  | { readonly target: Target; readonly outcome: 'skipped' | 'failed'; readonly error: unknown };

/** Returns the outcomes in the order of the targets. `onProgress` receives the number of finished requests. */
export async function settleMany<Target>(
  targets: readonly Target[],
  settle: (target: Target) => Promise<unknown>,
  onProgress: (finished: number) => void = () => undefined,
): Promise<readonly Settled<Target>[]> {
  const outcomes = new Array<Settled<Target>>(targets.length);
  const waiting = targets.entries();
  let finished = 0;
  const work = async (): Promise<void> => {
    for (const [at, target] of waiting) {
      outcomes[at] = await outcomeOf(target, settle);
      finished += 1;
      onProgress(finished);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, targets.length) }, work));
  return outcomes;
}

async function outcomeOf<Target>(
  target: Target,
  settle: (target: Target) => Promise<unknown>,
): Promise<Settled<Target>> {
  try {
    await settle(target);
    return { target, outcome: 'done' };
  } catch (error) {
    const isSkipped = error instanceof ProblemError && SKIPPED.has(error.document.code);
    return { target, outcome: isSkipped ? 'skipped' : 'failed', error };
  }
}
