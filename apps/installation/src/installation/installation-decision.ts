/** How every decision over one installation ends: with facts and the changed installation, or with a refusal. */
import { accept, fold, forStream, refuse, streamRef, unreachable, type Decision, type Refused } from '@kushk/decider';
import {
  installationStream,
  type ActiveInstallation,
  type ExistingInstallation,
  type Installation,
} from './installation.js';
import type { InstallationFact } from './installation-facts.js';

export type InstallationDecision = Decision<InstallationFact[], ExistingInstallation>;

/** Accepts the facts and replies with the installation as they leave it. */
export function acceptFacts(installation: ActiveInstallation, facts: InstallationFact[]): InstallationDecision {
  const after = fold(installationStream, facts, installation);
  return accept(facts, after.status === 'absent' ? installation : after);
}

/** Refuses a change of an installation that never existed or is removed. */
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

/** An installation of another organisation is refused like one that does not exist. */
export function inOrganisation<Facts, Reply>(
  organisationId: string,
  installation: Installation,
  decide: (installation: Installation) => Decision<Facts, Reply>,
): Decision<Facts, Reply> {
  return installation.status !== 'absent' && installation.organisationId !== organisationId
    ? refuse('installation.not_found')
    : decide(installation);
}

/** The stream and the decision of a command over one installation of an organisation. */
export function overInstallation<Reply>(
  target: { readonly organisation_id: string; readonly installation_id: string },
  decide: (installation: Installation) => Decision<InstallationFact[], Reply>,
) {
  return {
    streams: { installation: streamRef(installationStream, target.installation_id) },
    decide: ({ installation }: { readonly installation: Installation }) =>
      forStream('installation', inOrganisation(target.organisation_id, installation, decide)),
  };
}
