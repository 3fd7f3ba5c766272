import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { afterResume, partiesOf, type Installation } from '../installation.js';

export interface ResumeInstallation {
  readonly by: string;
  readonly at: string;
}

/**
 * The admin resumes the calls to the plugin. Records a fact even when the installation is not paused: the delivery
 * service stops on its own after a 410 response, and this fact restarts it.
 */
export function resumeInstallation(command: ResumeInstallation, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const newStatus = afterResume(installation).status;
      return acceptFacts(installation, [
        { type: 'InstallationResumed', data: { ...command, ...partiesOf(installation), newStatus } },
      ]);
    }
    default:
      return unreachable(installation);
  }
}
