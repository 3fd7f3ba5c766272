import type { InstallationUpdate, JsonObject, Problem } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { submittedSettings } from '../change-settings/submitted-settings.js';
import { mustConsent } from '../follow-version/must-consent.js';
import type { Grants } from '../installation-facts.js';

/** What the admin must know to decide on `next`: everything that it requests, and what differs from `current`. */
export async function updateResource(
  current: Manifest,
  next: Manifest,
  installed: {
    readonly grants: Pick<Grants, 'scopes' | 'plan'>;
    readonly settings: JsonObject;
    readonly evaluator: Evaluator;
  },
): Promise<Omit<InstallationUpdate, 'rollout' | 'declined'>> {
  const { grants, evaluator } = installed;
  const problems = await settingsProblems(next, installed.settings, evaluator);
  const ratesBefore = new Map((current.plans ?? []).map(({ key, rates }) => [key, rates]));
  return {
    version: next.version,
    needs_consent: await mustConsent(current, next, { plan: grants.plan, problems, evaluator }),
    diff: await evaluator.run(next.id, 'capabilityDiff', current, next),
    scopes: Object.entries(next.scopes ?? {}).map(([scope, reason]) => ({
      scope,
      reason,
      new: !grants.scopes.includes(scope),
    })),
    plans: (next.plans ?? []).map(({ key, rates }) => ({
      key,
      rates: rates ?? {},
      rates_before: ratesBefore.get(key) ?? null,
    })),
    settings_missing: [...new Set(problems.map(({ path }) => path.slice('/settings'.length)))],
    ...addresses(current, next),
  };
}

async function settingsProblems(
  next: Manifest,
  settings: JsonObject,
  evaluator: Evaluator,
): Promise<readonly Problem[]> {
  const stored = { settings, secrets: [] };
  return (await submittedSettings(next, { sent: null, stored }, evaluator)).problems;
}

function addresses(current: Manifest, next: Manifest): Pick<InstallationUpdate, 'base_url' | 'egress'> {
  return next.kind === 'external'
    ? { base_url: { before: current.base_url ?? null, after: next.base_url ?? null } }
    : { egress: { before: current.egress ?? [], after: next.egress ?? [] } };
}
