/**
 * Some changes are prepared outside the decision, which cannot unseal settings or read manifests. The decision
 * rejects a prepared change when the installation has changed since, because the change would restore old settings.
 */
import { refuse, type Outcome } from '@kushk/decider';
import type { ActiveInstallation, ExistingInstallation } from './installation.js';
import { acceptFacts, type InstallationDecision } from './installation-decision.js';
import type { InstallationFact } from './installation-facts.js';

export interface ExpectedVersions {
  readonly version: string;
  readonly plan: string | null;
  readonly settingsRevision: number;
}

/**
 * The installation changed after the command was prepared. The handler retries on this code, so it never leaves the
 * service.
 */
export const VERSION_CONFLICT = 'installation.version_conflict';

/** Enough attempts for many admins who change one installation at the same time. */
export const MAX_ADMIN_ATTEMPTS = 20;

export function expectedVersionsOf({ grants, settingsRevision }: ExistingInstallation): ExpectedVersions {
  return { version: grants.version, plan: grants.plan, settingsRevision };
}

/** Accepts the facts only if the installation has not changed since the command was prepared. */
export function acceptIfUnchanged(
  expected: ExpectedVersions,
  installation: ActiveInstallation,
  facts: (installation: ActiveInstallation) => InstallationFact[],
): InstallationDecision {
  const { version, plan, settingsRevision } = expectedVersionsOf(installation);
  const isUnchanged =
    version === expected.version && plan === expected.plan && settingsRevision === expected.settingsRevision;
  return isUnchanged ? acceptFacts(installation, facts(installation)) : refuse(VERSION_CONFLICT);
}

/**
 * Prepares the command and decides it. When the installation changed between the two steps, prepares and decides it
 * again. Throws the error that `giveUp` creates after `maxAttempts`.
 */
export async function retryOnVersionConflict<Reply>(
  attempt: () => Promise<Outcome<Reply>>,
  { maxAttempts, giveUp }: { readonly maxAttempts: number; readonly giveUp: () => Error },
): Promise<Outcome<Reply>> {
  for (let count = 1; count <= maxAttempts; count += 1) {
    const outcome = await attempt();
    if (outcome.accepted || outcome.refusal.code !== VERSION_CONFLICT) return outcome;
  }
  throw giveUp();
}
