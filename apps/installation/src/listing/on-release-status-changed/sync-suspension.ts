import { accept, refuse, unreachable } from '@kushk/decider';
import type { InstallationDecision } from '../../installation/installation-decision.js';
import type { Installation } from '../../installation/installation.js';
import { liftSuspension } from '../../installation/lift-suspension/lift-suspension.js';
import { suspendInstallation } from '../../installation/suspend-installation/suspend-installation.js';
import type { Listing } from '../listing.js';

/**
 * Suspends an installation whose release is suspended, and lifts the suspension when the release is listed again. The
 * decision reads the streams of both, because an installation that has moved to another version no longer depends on
 * this release. Without this check, such an installation could stay suspended forever, or run although the release of
 * its current version is suspended.
 */
export function syncSuspension(
  { version, at }: { readonly version: string; readonly at: string },
  { installation, listing }: { readonly installation: Installation; readonly listing: Listing },
): InstallationDecision {
  if (installation.status === 'absent') return refuse('installation.not_found');
  if (installation.grants.version !== version) return accept([], installation);
  switch (listing.status) {
    case 'suspended':
      return suspendInstallation({ at }, installation);
    case 'listed':
      return liftSuspension({ at }, installation);
    case 'absent':
    case 'refused':
    case 'withdrawn':
      // A withdrawal changes no installation: running installations keep running, suspended ones stay suspended.
      return accept([], installation);
    default:
      return unreachable(listing);
  }
}
