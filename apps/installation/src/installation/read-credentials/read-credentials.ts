import { refuse, unreachable } from '@kushk/decider';
import { confirmInstalled } from '../confirm-installed/confirm-installed.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import { refuseInactive, type InstallationDecision } from '../installation-decision.js';
import type { ActiveInstallation, Installation } from '../installation.js';
import { credentialsReadableUntil, deliveryOfCredentials } from '../readable-credentials.js';

export interface ReadCredentials {
  readonly isProduction: boolean;
  /** Of the credentials that the admin gets: a decision for others would confirm credentials that no plugin has. */
  readonly tokenHash: string;
  readonly at: string;
}

/**
 * The admin reads the credentials, which confirms the installation and stops the retries of the `installed` call.
 * Rejected when the plugin or another admin has already received them: credentials are shown once. In production only
 * the credentials of a plugin that polls can be read, because it gets no `installed` call.
 */
export function readCredentials(command: ReadCredentials, installation: Installation): InstallationDecision {
  switch (installation.status) {
    case 'absent':
    case 'removed':
      return refuseInactive(installation);
    case 'pending':
    case 'installed':
    case 'consent_pending':
    case 'paused':
    case 'suspended':
      return readActive(command, installation);
    default:
      return unreachable(installation);
  }
}

function readActive(
  { isProduction, tokenHash, at }: ReadCredentials,
  installation: ActiveInstallation,
): InstallationDecision {
  const { status } = installation;
  if (isProduction && deliveryOfCredentials(installation) !== 'poll') return refuse('installation.not_found');
  if (tokenHash !== installation.tokenHash) return refuse(VERSION_CONFLICT);
  const decision = confirmInstalled({ via: 'admin', at }, installation);
  if (decision.accepted && decision.facts.length === 0) return refuse('installation.credentials_already_read');
  // A plugin that must not act must not get the means to act either.
  if (status === 'paused' || status === 'suspended') return refuse('installation.transition_invalid', { status });
  const until = credentialsReadableUntil(installation);
  if (until !== null && until <= new Date(at))
    return refuse('installation.credentials_expired', { until: until.toISOString() });
  return decision;
}
