/** Every decision about an installation has one of two results: facts with the changed installation, or a rejection. */
import { accept, fold, refuse, unreachable, type Decision, type Refused } from '@kushk/decider';
import {
  installationStream,
  type ActiveInstallation,
  type ExistingInstallation,
  type Installation,
} from './installation.js';
import type { InstallationFact, Move } from './installation-facts.js';

export type InstallationDecision = Decision<InstallationFact[], ExistingInstallation>;

/** Accepts the facts. The reply is the installation after these facts. */
export function acceptFacts(installation: ActiveInstallation, facts: InstallationFact[]): InstallationDecision {
  const after = fold(installationStream, facts, installation);
  return accept(facts, after.status === 'absent' ? installation : after);
}

/** Rejects a change to an installation that never existed or was removed. */
export function refuseInactive(installation: Exclude<Installation, ActiveInstallation>): Refused {
  switch (installation.status) {
    case 'absent':
      return refuse('installation.not_found');
    case 'removed':
      return refuse('installation.removed', { installation_id: installation.installationId });
    default:
      return unreachable(installation);
  }
}

/** Rejects a change that the version to which the plugin moves would overwrite. */
export function refuseMoving({ status }: ActiveInstallation, { grants }: Move): Refused {
  return refuse('installation.transition_invalid', { status, version_moving: grants.version });
}

/** Rejects an installation of another organisation as if it did not exist. */
export function inOrganisation<Facts, Reply>(
  organisationId: string,
  installation: Installation,
  decide: (installation: Installation) => Decision<Facts, Reply>,
): Decision<Facts, Reply> {
  return installation.status !== 'absent' && installation.organisationId !== organisationId
    ? refuse('installation.not_found')
    : decide(installation);
}
