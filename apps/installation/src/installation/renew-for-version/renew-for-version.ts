import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { InstallationFact } from '../installation-facts.js';
import { partiesOf, type ActiveInstallation, type Installation } from '../installation.js';

export interface RenewForVersion {
  /** The version whose container listens. */
  readonly version: string;
  /** The address of the container, if the plugin moves to it. */
  readonly containerUrl?: string;
  /** The call with the first credentials, or with those of a reconnect; null when the plugin has them. */
  readonly firstInstalledCall: string | null;
  readonly tokenHash: string;
  readonly tokenLast4: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  /** The body of the `installed` call that delivers the new credentials. */
  readonly sealedInstalledCall: string;
  readonly at: string;
}

/**
 * The container of a new version listens: it receives `installed` with new credentials, as after a rotation by the
 * admin, and supersedes a rotation that the plugin has not accepted. Changes nothing for another version than the
 * installed one, or the one to which the plugin moves, and when this version's call is already on its way.
 */
export function renewForVersion(command: RenewForVersion, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      return acceptFacts(installation, renewal(command, installation));
    default:
      return unreachable(installation);
  }
}

function renewal(command: RenewForVersion, installation: ActiveInstallation): InstallationFact[] {
  const { installedAt, renewal, credentialsReleased, reconnects, grants, move } = installation;
  const { firstInstalledCall, ...renewed } = command;
  const { version, at } = command;
  if ((move?.grants ?? grants).version !== version || renewal?.version === version) return [];
  if (installedAt !== null)
    return [{ type: 'RenewalStarted', data: { ...partiesOf(installation), ...renewed, by: null } }];
  // The call that the previous version did not accept is not due for a while, so the new one gets a call of its own.
  if (!credentialsReleased || firstInstalledCall === null) return [];
  const data = { ...partiesOf(installation), sealedInstalledCall: firstInstalledCall, reconnects, at };
  return [{ type: 'CredentialsReleased', data }];
}
