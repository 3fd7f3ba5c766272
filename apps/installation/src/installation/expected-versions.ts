/**
 * Some commands are prepared before they are decided, because a decision cannot unseal settings or read manifests.
 * The decision rejects a prepared command when the installation has changed in the meantime. Otherwise the command
 * would overwrite newer settings with older ones.
 */
import type { UpdatePolicy } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import type { ActiveInstallation, ExistingInstallation } from './installation.js';
import { acceptFacts, type InstallationDecision } from './installation-decision.js';
import type { InstallationFact } from './installation-facts.js';

export interface ExpectedVersions extends UpdatePolicy {
  readonly version: string;
  readonly manifestDigest: string;
  readonly plan: string | null;
  readonly settingsRevision: number;
  /** The digests of the declined manifests, separated by spaces. */
  readonly declined: string;
}

/**
 * The code of the rejection when the installation changed after the command was prepared. The handler retries the
 * command when it gets this code, so callers of the service never receive it.
 */
export const VERSION_CONFLICT = 'installation.version_conflict';

/** Enough attempts for many admins who change one installation at the same time. */
export const MAX_ADMIN_ATTEMPTS = 20;

export function expectedVersionsOf({
  grants,
  settingsRevision,
  channel,
  follow,
  declinedVersions,
}: ExistingInstallation): ExpectedVersions {
  const { version, manifestDigest, plan } = grants;
  const declined = declinedVersions.map((one) => one.manifestDigest).join(' ');
  return { version, manifestDigest, plan, settingsRevision, channel, follow, declined };
}

/** Accepts the facts only if the installation has not changed since the command was prepared. */
export function acceptIfUnchanged(
  expected: ExpectedVersions,
  installation: ActiveInstallation,
  facts: (installation: ActiveInstallation) => InstallationFact[],
): InstallationDecision {
  const current = expectedVersionsOf(installation);
  const isUnchanged =
    current.version === expected.version &&
    current.manifestDigest === expected.manifestDigest &&
    current.plan === expected.plan &&
    current.settingsRevision === expected.settingsRevision &&
    current.channel === expected.channel &&
    current.follow === expected.follow &&
    current.declined === expected.declined;
  return isUnchanged ? acceptFacts(installation, facts(installation)) : refuse(VERSION_CONFLICT);
}

/**
 * Calls `attempt`, which prepares and decides a command, until the result is not a version conflict. Throws the error
 * that `giveUp` creates after `maxAttempts` conflicts.
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
