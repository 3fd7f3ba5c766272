/** Which lists of the instance API change with the facts of the installation service, and who may know. */
import { listChangesOf, noListChanges, type ListChanges } from '@kushk/event-store';
import { deprecationStream } from '../deprecation/deprecation.js';
import { installationStream } from '../installation/installation.js';
import { listingStream } from '../listing/listing.js';
import { reservationStream } from '../reservation/reservation.js';
import { softwareStream } from '../software/software.js';
import { statusStatementStream } from '../status-statement/status-statement.js';

export const installationChanges: readonly ListChanges[] = [
  listChangesOf(installationStream, (installation) =>
    installation.status === 'absent'
      ? []
      : [
          {
            audience: `organisation:${installation.organisationId}`,
            lists: ['installations', 'tools', 'store', 'wallet', 'health', 'audit'],
          },
        ],
  ),
  // The store is the same for every organisation of the instance. A status of a release also stops its installations.
  listChangesOf(listingStream, () => [{ audience: 'everyone', lists: ['store', 'installations', 'tools'] }]),
  listChangesOf(deprecationStream, () => [{ audience: 'everyone', lists: ['store', 'installations'] }]),
  ...noListChanges('the installation has it', reservationStream),
  ...noListChanges('the listing has it', statusStatementStream),
  ...noListChanges('the hub shows it', softwareStream),
];
