import { unreachable } from '@kushk/decider';
import { acceptIfUnchanged, type ExpectedVersions } from '../expected-versions.js';
import { refuseInactive, refuseMoving, type InstallationDecision } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';

export interface ChangePlan {
  readonly expected: ExpectedVersions;
  readonly plan: string;
  readonly by: string;
  readonly at: string;
}

/** Records nothing when the requested plan is already active. */
export function changePlan(command: ChangePlan, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended': {
      const { expected, plan, by, at } = command;
      if (installation.move !== null) return refuseMoving(installation, installation.move);
      return acceptIfUnchanged(expected, installation, (active) =>
        active.grants.plan === plan ? [] : [{ type: 'PlanChanged', data: { ...partiesOf(active), plan, by, at } }],
      );
    }
    default:
      return unreachable(installation);
  }
}
