/** Checks and derives what a manifest requires of an organisation: consent, a plan and settings. */
import type { JsonObject } from '@kushk/contracts';
import { normalBaseUrl, type Manifest } from '@kushk/manifest';
import type { Grants } from '../installation-facts.js';

/** What the admin consents to. It must equal the requirements of the manifest. */
export interface Consent {
  readonly scopes: readonly string[];
  readonly base_url?: string | undefined;
  readonly egress?: readonly string[] | undefined;
}

/**
 * The differences between the consent and the manifest; empty when the consent is complete. Each has a JSON Pointer
 * into the request body, in which the consent is at `pointer`.
 */
export function missingConsent(
  manifest: Manifest,
  consent: Consent,
  pointer: '' | '/consent',
): { path: string; expected: unknown }[] {
  const scopes = Object.keys(manifest.scopes ?? {});
  const egress = manifest.egress ?? [];
  const missing: { path: string; expected: unknown }[] = [];
  if (!isSameSet(scopes, consent.scopes)) missing.push({ path: `${pointer}/scopes`, expected: scopes });
  if (manifest.kind === 'external' && !isSameAddress(manifest.base_url, consent.base_url))
    missing.push({ path: `${pointer}/base_url`, expected: manifest.base_url ?? null });
  if (manifest.kind === 'instance' && !isSameSet(egress, consent.egress ?? []))
    missing.push({ path: `${pointer}/egress`, expected: egress });
  return missing;
}

/** Addresses that differ only by a trailing slash are the same. A plugin that polls may have none. */
function isSameAddress(required: string | undefined, consented: string | undefined): boolean {
  if (required === undefined || consented === undefined) return required === consented;
  return normalBaseUrl(required) === normalBaseUrl(consented);
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return new Set(a).size === new Set(b).size && a.every((value) => b.includes(value));
}

/** The grants of an installation that runs this manifest with the given plan. */
export function grantsOf(
  manifest: Manifest,
  { plan, manifestDigest }: { readonly plan: string | null; readonly manifestDigest: string },
): Grants {
  return {
    version: manifest.version,
    manifestDigest,
    kind: manifest.kind,
    ...(manifest.delivery !== undefined && { delivery: manifest.delivery }),
    pluginApi: manifest.plugin_api,
    scopes: Object.keys(manifest.scopes ?? {}),
    plan,
    pageOrigin: pageOriginOf(manifest),
  };
}

/**
 * The URL origin of the plugin's pages: that of `base_url`. Null for a plugin without pages, and for one that runs on
 * the instance, whose pages have the origin of its container.
 */
export function pageOriginOf({ ui, kind, base_url }: Manifest): string | null {
  const hasPages = ui?.app !== undefined || (ui?.panels ?? []).length > 0;
  return hasPages && kind === 'external' && base_url !== undefined ? new URL(base_url).origin : null;
}

/**
 * Returns the requested plan. When none is requested, returns the only plan of the manifest, or null. Returns
 * `undefined` when the requested plan does not exist.
 */
export function planOf(manifest: Manifest, requested: string | null): string | null | undefined {
  const plans = manifest.plans ?? [];
  if (requested === null) return plans.length === 1 ? (plans[0]?.key ?? null) : null;
  return plans.find(({ key }) => key === requested)?.key;
}

export function planKeysOf(manifest: Manifest): string[] {
  return (manifest.plans ?? []).map(({ key }) => key);
}

/** The schema of a plugin's settings. A plugin that declares no settings accepts none. */
export function settingsSchemaOf(manifest: Manifest): JsonObject {
  return manifest.settings ?? { type: 'object', additionalProperties: false };
}
