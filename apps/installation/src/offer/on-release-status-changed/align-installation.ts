/** An installation follows how the release that it runs is offered. */
import { accept, refuse } from '@kushk/decider';
import { liftSuspension, suspendInstallation, type Changed } from '../../installation/change-installation.js';
import type { Installation } from '../../installation/installation.js';
import type { Offer } from '../offer.js';

/**
 * Stops an installation whose release is suspended, and lets it go on when the release is offered again. Decided over
 * both: an installation that has moved to another version in the meantime is none of this release's any more, and
 * would else be stopped for good, or set free although its own release is suspended.
 */
export function alignInstallation(
  { version, at }: { readonly version: string; readonly at: string },
  { installation, offer }: { readonly installation: Installation; readonly offer: Offer },
): Changed {
  if (installation.phase === 'absent') return refuse('installation.not_found');
  if (installation.grants.version !== version) return accept([], installation);
  switch (offer.status) {
    case 'suspended':
      return suspendInstallation({ at }, installation);
    case 'offered':
      return liftSuspension({ at }, installation);
    case 'absent':
    case 'refused':
    case 'withdrawn':
      // What runs when its release is withdrawn runs on; what was stopped stays stopped (contract §5).
      return accept([], installation);
  }
}
