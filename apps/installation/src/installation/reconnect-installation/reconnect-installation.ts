import { refuse, unreachable } from '@kushk/decider';
import type { Listing } from '../../listing/listing.js';
import { acceptIfUnchanged, type ExpectedVersions } from '../expected-versions.js';
import type { InstallationDecision } from '../installation-decision.js';
import { partiesOf, type Installation } from '../installation.js';

export interface ReconnectInstallation {
  readonly expected: ExpectedVersions;
  readonly tokenHash: string;
  readonly tokenLast4: string;
  readonly sealedToken: string;
  readonly sealedSigningSecret: string;
  /** The body of the `installed` call that delivers the new credentials. */
  readonly sealedInstalledCall: string;
  readonly by: string;
  readonly at: string;
}

/**
 * The admin replaces credentials that the plugin has lost. The old ones end at once, so the installation is pending
 * until the plugin accepts the new ones. Another reconnect replaces this one. Rejected while the plugin moves
 * elsewhere, which brings it new credentials.
 */
export function reconnectInstallation(
  { expected, ...replaced }: ReconnectInstallation,
  { installation, listing }: { readonly installation: Installation; readonly listing: Listing },
): InstallationDecision {
  switch (installation.status) {
    case 'absent':
      return refuse('installation.not_found');
    case 'removed':
    case 'paused':
    case 'suspended':
      return refuse('installation.transition_invalid', { status: installation.status });
    case 'pending':
    case 'installed':
    case 'consent_pending': {
      // The suspension of a release is in force before its installations follow.
      const status = listing.status === 'suspended' ? listing.status : installation.status;
      if (listing.status === 'suspended' || !installation.credentialsReleased || installation.move !== null)
        return refuse('installation.transition_invalid', { status });
      const reconnects = installation.reconnects + 1;
      const data = { ...partiesOf(installation), ...replaced, reconnects };
      return acceptIfUnchanged(expected, installation, () => [{ type: 'CredentialsReplaced', data }]);
    }
    default:
      return unreachable(installation);
  }
}
