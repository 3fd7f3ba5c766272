import { refuse } from '@kushk/decider';
import { confirmInstalled } from '../confirm-installed/confirm-installed.js';
import type { InstallationDecision } from '../installation-decision.js';
import type { Installation } from '../installation.js';

/**
 * The admin reads the credentials, which confirms the installation and stops the retries of the `installed` call.
 * Rejected when the plugin or another admin has already received them: credentials are shown once.
 */
export function readCredentials(command: { readonly at: string }, installation: Installation): InstallationDecision {
  const decision = confirmInstalled({ via: 'admin', at: command.at }, installation);
  return decision.accepted && decision.facts.length === 0 ? refuse('installation.credentials_already_read') : decision;
}
