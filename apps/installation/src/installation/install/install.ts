import { accept, refuse, type Decision } from '@kushk/decider';
import { isListedFor, type Access } from '../../access/access.js';
import type { PluginDeprecation } from '../../deprecation/deprecation.js';
import { isListedAs, type Listing } from '../../listing/listing.js';
import type { Reservation, ReservationFact } from '../../reservation/reservation.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact, InstallationRequest } from '../installation-facts.js';
import { newInstallation, type ExistingInstallation } from '../installation.js';

type States = {
  readonly reservation: Reservation;
  readonly listing: Listing;
  readonly access: Access;
  readonly deprecation: PluginDeprecation;
};
type Facts = { reservation: ReservationFact[]; installation: InstallationFact[] };

export interface Install {
  readonly request: InstallationRequest;
  /** Whether the admin has named the version; a deprecated plugin is not installed otherwise. */
  readonly isVersionNamed: boolean;
}

/** Installs a plugin in an organisation that has not installed it yet and may see the release. */
export function install(
  { request, isVersionNamed }: Install,
  { reservation, listing, access, deprecation }: States,
): Decision<Facts, ExistingInstallation> {
  if (!isListedFor(listing, access)) return refuse('store.plugin_not_found');
  // A development release was published again after the command was prepared.
  if (!isListedAs(listing, request.grants.manifestDigest)) return refuse(VERSION_CONFLICT);
  if (reservation.installationId !== null)
    return refuse('installation.already_installed', { installation_id: reservation.installationId });
  const { current } = deprecation;
  if (current !== null && !isVersionNamed) {
    const { reason, successor } = current;
    return refuse('store.plugin_deprecated', { reason, successor });
  }
  const { installationId } = request;
  return accept(
    {
      reservation: [{ type: 'ReservationMade', data: { installationId } }],
      installation: [{ type: 'InstallationRequested', data: request }],
    },
    newInstallation(request),
  );
}
