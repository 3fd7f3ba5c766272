import type { InstallationUpdate, JsonObject } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { submittedSettings } from '../change-settings/submitted-settings.js';

/** What the admin must know to consent to `next`: everything that it requests, and what differs from `current`. */
export async function updateResource(
  current: Manifest,
  next: Manifest,
  installed: { readonly scopes: readonly string[]; readonly settings: JsonObject; readonly evaluator: Evaluator },
): Promise<InstallationUpdate> {
  const ratesBefore = new Map((current.plans ?? []).map(({ key, rates }) => [key, rates]));
  return {
    version: next.version,
    diff: await installed.evaluator.run(next.id, 'capabilityDiff', current, next),
    scopes: Object.entries(next.scopes ?? {}).map(([scope, reason]) => ({
      scope,
      reason,
      new: !installed.scopes.includes(scope),
    })),
    plans: (next.plans ?? []).map(({ key, rates }) => ({
      key,
      rates: rates ?? {},
      rates_before: ratesBefore.get(key) ?? null,
    })),
    settings_missing: await missingSettings(next, installed.settings, installed.evaluator),
    ...addresses(current, next),
  };
}

/** JSON Pointers into the settings: values that the next version requires, and values that it no longer accepts. */
async function missingSettings(next: Manifest, settings: JsonObject, evaluator: Evaluator): Promise<string[]> {
  const stored = { settings, secrets: [] };
  const { problems } = await submittedSettings(next, { sent: null, stored }, evaluator);
  return [...new Set(problems.map(({ path }) => path.slice('/settings'.length)))];
}

function addresses(current: Manifest, next: Manifest): Pick<InstallationUpdate, 'base_url' | 'egress'> {
  return next.kind === 'external'
    ? { base_url: { before: current.base_url ?? null, after: next.base_url ?? null } }
    : { egress: { before: current.egress ?? [], after: next.egress ?? [] } };
}
