import type { JsonObject } from '@kushk/contracts';
import { needsConsent, validateAgainst, type Manifest } from '@kushk/manifest';
import { settingsSchemaOf } from '../install/manifest-terms.js';

/**
 * Whether an admin must consent before an installation runs `next`: when a difference is not harmless for this
 * installation, or its settings are no longer valid.
 */
export function mustConsent(
  previous: Manifest,
  next: Manifest,
  current: { readonly plan: string | null; readonly settings: JsonObject },
): boolean {
  return (
    needsConsent(previous, next, current.plan) || validateAgainst(settingsSchemaOf(next), current.settings).length > 0
  );
}
