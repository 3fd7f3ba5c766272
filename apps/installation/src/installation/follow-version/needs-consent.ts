import type { JsonObject } from '@kushk/contracts';
import { everyoneMustConsent, type Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { settingsSchemaOf } from '../install/manifest-terms.js';

/**
 * Whether an admin must consent before an installation runs `next`. Consent is needed when the scopes, the address or
 * the egress differ, a rate rises, the active plan no longer exists, or the current settings are no longer valid.
 */
export async function needsConsent(
  previous: Manifest,
  next: Manifest,
  current: { readonly plan: string | null; readonly settings: JsonObject; readonly evaluator: Evaluator },
): Promise<boolean> {
  if (everyoneMustConsent(previous, next)) return true;
  if (current.plan !== null && !(next.plans ?? []).some(({ key }) => key === current.plan)) return true;
  const problems = await current.evaluator.run(next.id, 'validateAgainst', settingsSchemaOf(next), current.settings);
  return problems.length > 0;
}
