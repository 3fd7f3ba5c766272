/** What a manifest requires of an organisation: consent, a plan, settings. */
import type { JsonObject } from '@kushk/contracts';
import { normalBaseUrl, type Manifest } from '@kushk/manifest';
import type { Grants } from '../installation-facts.js';

/** What the admin consents to. It must equal what the manifest requires. */
export interface Consent {
  readonly scopes: readonly string[];
  readonly base_url?: string | undefined;
  readonly egress?: readonly string[] | undefined;
}

/** The differences between consent and manifest, each with a JSON Pointer; empty where the consent is complete. */
export function missingConsent(manifest: Manifest, consent: Consent): { path: string; expected: unknown }[] {
  const scopes = Object.keys(manifest.scopes ?? {});
  const egress = manifest.egress ?? [];
  const missing: { path: string; expected: unknown }[] = [];
  if (!isSameSet(scopes, consent.scopes)) missing.push({ path: '/consent/scopes', expected: scopes });
  if (manifest.kind === 'external' && !isSameAddress(manifest.base_url, consent.base_url))
    missing.push({ path: '/consent/base_url', expected: manifest.base_url });
  if (manifest.kind === 'instance' && !isSameSet(egress, consent.egress ?? []))
    missing.push({ path: '/consent/egress', expected: egress });
  return missing;
}

/** A trailing slash does not make a different address. */
function isSameAddress(required: string | undefined, consented: string | undefined): boolean {
  return required !== undefined && consented !== undefined && normalBaseUrl(required) === normalBaseUrl(consented);
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).size === new Set(b).size && a.every((value) => b.includes(value));
}

/** What a version may do once the admin has consented, with this plan active. */
export function grantsOf(manifest: Manifest, plan: string | null): Grants {
  return {
    version: manifest.version,
    kind: manifest.kind,
    pluginApi: manifest.plugin_api,
    scopes: Object.keys(manifest.scopes ?? {}),
    plan,
  };
}

/**
 * The requested plan; without a request the only plan of a manifest that has one. `undefined`: the plan does not
 * exist.
 */
export function planOf(manifest: Manifest, requested: string | null): string | null | undefined {
  const plans = manifest.plans ?? [];
  if (requested === null) return plans.length === 1 ? (plans[0]?.key ?? null) : null;
  return plans.find(({ key }) => key === requested)?.key;
}

export function planKeysOf(manifest: Manifest): string[] {
  return (manifest.plans ?? []).map(({ key }) => key);
}

/** The schema of a plugin's settings; a plugin that declares none accepts none. */
export function settingsSchemaOf(manifest: Manifest): JsonObject {
  return manifest.settings ?? { type: 'object', additionalProperties: false };
}
