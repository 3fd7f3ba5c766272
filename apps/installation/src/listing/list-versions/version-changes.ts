/** What differs between two versions of a plugin of the store. */
import type { ListingVersion } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';

/** Bounds the reply: a manifest may declare thousands of capabilities. */
const MAX_CHANGES = 50;

type Changes = Pick<ListingVersion, 'previous' | 'class' | 'changes' | 'more_changes'>;

/** `/plans/basic/rates/ocr.page` */
const RATE = /^\/plans\/[^/]+\/rates\/[^/]+$/;

/** The differences to the version before it, with the values of rates; `previous` is null for the lowest version. */
export async function versionChanges(
  previous: Manifest | null,
  manifest: Manifest,
  evaluator: Evaluator,
): Promise<Changes> {
  if (previous === null) return { previous: null, class: null, changes: [], more_changes: 0 };
  const { class: kind, changes } = await evaluator.run(manifest.id, 'capabilityDiff', previous, manifest);
  return {
    previous: previous.version,
    class: kind,
    changes: changes.slice(0, MAX_CHANGES).map(({ path, before, after }) => ({
      path,
      change: before === null ? 'added' : after === null ? 'removed' : 'changed',
      ...(RATE.test(path) && { rate: { before: textOrNull(before), after: textOrNull(after) } }),
    })),
    more_changes: Math.max(0, changes.length - MAX_CHANGES),
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
