/**
 * Computes what a submitted version may do that the newest published version may not (`diff` in
 * docs/reference/releases.md).
 */
import type { CapabilityDiff, JsonObject } from '@kushk/contracts';
import { capabilityDiff } from './capability-diff.js';
import type { Manifest } from './manifest.js';
import { manifestSchema } from './manifest-schema.js';
import { validateAgainst } from './validate.js';

/** `previous` is the newest published manifest. */
export function capabilityDifference(previous: JsonObject, next: JsonObject): CapabilityDiff {
  return capabilityDiff(validPart(previous), validPart(next));
}

/**
 * Returns the members of a manifest that match its schema. A submission may contain invalid members, which cause
 * warnings. They are not capabilities, because no instance ever grants them.
 */
function validPart(manifest: JsonObject): Manifest {
  const invalid = new Set(validateAgainst(manifestSchema, manifest).map(({ path }) => path.split('/')[1]));
  // A problem of the whole manifest, which took too much work to check, leaves no member valid.
  const isValid = (name: string) => name === 'version' || !(invalid.has(undefined) || invalid.has(name));
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => isValid(name))) as unknown as Manifest;
}
