import { refuse } from '@kushk/decider';
import { confirmInstalled } from '../confirm-installed/confirm-installed.js';
import type { InstallationDecision } from '../installation-decision.js';
import type { Installation } from '../installation.js';

/**
 * The admin reads the credentials, which confirms the installation and stops the retries of the `installed` call.
 * Rejected when the plugin or another admin has already received them: credentials are shown once. `tokenHash` is that
 * of the token that is shown, which a reconnect may have ended meanwhile.
 */
export function readCredentials(
  command: { readonly tokenHash: string; readonly at: string },
  installation: Installation,
): InstallationDecision {
  const decision = confirmInstalled({ via: 'admin', at: command.at }, installation);
  if (decision.accepted && installation.status !== 'absent' && installation.tokenHash !== command.tokenHash)
    return refuse('installation.transition_invalid', { status: installation.status });
  return decision.accepted && decision.facts.length === 0 ? refuse('installation.credentials_already_read') : decision;
}
