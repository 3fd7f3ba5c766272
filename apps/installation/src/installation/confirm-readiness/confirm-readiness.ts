import { unreachable } from '@kushk/decider';
import { acceptFacts, refuseInactive, type InstallationDecision } from '../installation-decision.js';
import { requiredServices, type InstallationFact, type RequiredService } from '../installation-facts.js';
import { partiesOf, type ActiveInstallation, type Installation } from '../installation.js';

export interface ConfirmReadiness {
  readonly service: RequiredService;
  /** The address of the container, from the service `containers`. */
  readonly baseUrl?: string;
  /** The body of the `installed` call. */
  readonly sealedInstalledCall: string;
  readonly at: string;
}

/**
 * Records that a service of the instance is ready for the plugin. The credentials are delivered only after the last
 * required service is ready. Every request that the plugin sends while it handles the `installed` call therefore
 * succeeds.
 */
export function confirmReadiness(command: ConfirmReadiness, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      return acceptFacts(installation, confirmation(command, installation));
    default:
      return unreachable(installation);
  }
}

function confirmation(
  { service, baseUrl, sealedInstalledCall, at }: ConfirmReadiness,
  installation: ActiveInstallation,
): InstallationFact[] {
  const { readyServices, credentialsReleased, installedAt, grants } = installation;
  if (readyServices.includes(service)) return [];
  const confirmed: InstallationFact = {
    type: 'ReadinessConfirmed',
    data: { service, ...(baseUrl !== undefined && { baseUrl }), at },
  };
  const isComplete = requiredServices(grants.kind).every(
    (required) => required === service || readyServices.includes(required),
  );
  // Nothing is delivered when the delivery has already started or the admin has read the credentials.
  if (!isComplete || credentialsReleased || installedAt !== null) return [confirmed];
  return [confirmed, { type: 'CredentialsReleased', data: { ...partiesOf(installation), sealedInstalledCall, at } }];
}
