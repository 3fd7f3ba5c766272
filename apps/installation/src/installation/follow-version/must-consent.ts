import type { Problem } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';

interface Current {
  readonly plan: string | null;
  /** The problems that its settings have in the next version. */
  readonly problems: readonly Problem[];
  readonly evaluator: Evaluator;
}

/**
 * Whether an admin must consent before an installation runs `next`: when a difference is not harmless for this
 * installation, or its settings are no longer valid.
 */
export async function mustConsent(
  previous: Manifest,
  next: Manifest,
  { plan, problems, evaluator }: Current,
): Promise<boolean> {
  return problems.length > 0 || (await evaluator.run(next.id, 'needsConsent', previous, next, plan));
}
