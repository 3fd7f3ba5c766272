/** What differs between two versions of a plugin of the store. */
import type { ListingVersion } from '@kushk/contracts';
import { capabilityDiff, type Manifest } from '@kushk/manifest';

/** Bounds the reply: a manifest may declare thousands of capabilities. */
const MAX_CHANGES = 50;

type Changes = Pick<ListingVersion, 'previous' | 'class' | 'changes' | 'more_changes'>;

/** The differences to the version before it, without their values; `previous` is null for the lowest version. */
export function versionChanges(previous: Manifest | null, manifest: Manifest): Changes {
  if (previous === null) return { previous: null, class: null, changes: [], more_changes: 0 };
  const { class: kind, changes } = capabilityDiff(previous, manifest);
  return {
    previous: previous.version,
    class: kind,
    changes: changes.slice(0, MAX_CHANGES).map(({ path, before, after }) => ({
      path,
      change: before === null ? 'added' : after === null ? 'removed' : 'changed',
    })),
    more_changes: Math.max(0, changes.length - MAX_CHANGES),
  };
}
