/** What a submitted version may do that the newest published one may not (contract §5, `diff`). */
import type { CapabilityDiff, JsonObject } from '@kushk/contracts';
import { capabilityDiff, manifestSchema, validateAgainst, type Manifest } from '@kushk/manifest';

/** Null for a first release. `previous` is the newest published manifest. */
export function capabilityDifference(previous: JsonObject | null, next: JsonObject): CapabilityDiff | null {
  return previous === null ? null : capabilityDiff(readablePart(previous), readablePart(next));
}

/**
 * Only the structure of a submission has been checked; the rest may hold anything, and stands among the warnings.
 * What has no readable shape is no capability: no instance will ever grant it.
 */
function readablePart(manifest: JsonObject): Manifest {
  const unreadable = new Set(validateAgainst(manifestSchema, manifest).map(({ path }) => path.split('/')[1]));
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !unreadable.has(name))) as unknown as Manifest;
}
