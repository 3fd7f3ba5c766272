/** Every decision about an installation has one of two results: facts with the changed installation, or a rejection. */
import { accept, fold, forStream, refuse, streamRef, unreachable, type Decision, type Refused } from '@kushk/decider';
import {
  installationStream,
  type ActiveInstallation,
  type ExistingInstallation,
  type Installation,
} from './installation.js';
import type { InstallationFact } from './installation-facts.js';

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

/** The stream and the decision for a command about one installation of an organisation. */
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
