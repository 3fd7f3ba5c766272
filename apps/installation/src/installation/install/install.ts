import { accept, refuse, type Decision } from '@kushk/decider';
import { isListedFor, type Access } from '../../access/access.js';
import { isListedAs, type Listing } from '../../listing/listing.js';
import type { Reservation, ReservationFact } from '../../reservation/reservation.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact, InstallationRequest } from '../installation-facts.js';
import { newInstallation, type ExistingInstallation } from '../installation.js';

type States = { readonly reservation: Reservation; readonly listing: Listing; readonly access: Access };
type Facts = { reservation: ReservationFact[]; installation: InstallationFact[] };

/** Installs a plugin in an organisation that has not installed it yet and may see the release. */
export function install(
  command: InstallationRequest,
  { reservation, listing, access }: States,
): Decision<Facts, ExistingInstallation> {
  if (!isListedFor(listing, access)) return refuse('store.plugin_not_found');
  // A development release was published again after the command was prepared.
  if (!isListedAs(listing, command.grants.manifestDigest)) return refuse(VERSION_CONFLICT);
  if (reservation.installationId !== null)
    return refuse('installation.already_installed', { installation_id: reservation.installationId });
  const { installationId } = command;
  return accept(
    {
      reservation: [{ type: 'ReservationMade', data: { installationId } }],
      installation: [{ type: 'InstallationRequested', data: command }],
    },
    newInstallation(command),
  );
}
