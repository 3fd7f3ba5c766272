/** Which lists of the instance API change with the facts of the installation service, and who may know. */
import { listChangesOf, noListChanges, type ListChanges } from '@kushk/event-store';
import { accessAttemptsStream } from '../access/access-attempts.js';
import { accessStream } from '../access/access.js';
import { deprecationStream } from '../deprecation/deprecation.js';
import { installationStream } from '../installation/installation.js';
import { isPrivate, listingStream } from '../listing/listing.js';
import { reservationStream } from '../reservation/reservation.js';
import { rolloutStream } from '../rollout/rollout.js';
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
  // The store is the same for every organisation of the instance, except for private releases: no change may reveal
  // one, and its installations report their own changes. A status of a release also stops its installations. A refused
  // release is in no store.
  listChangesOf(listingStream, (listing) =>
    listing.status !== 'absent' && listing.source === 'hub' && (listing.status === 'refused' || isPrivate(listing))
      ? []
      : [{ audience: 'everyone', lists: ['store', 'installations', 'tools'] }],
  ),
  // An id is requested only for the code of an existing plugin, so its event would show that a used-up code was one.
  listChangesOf(accessStream, (access) =>
    access.status === 'absent' || access.status === 'requested'
      ? []
      : [{ audience: `organisation:${access.organisationId}`, lists: ['store', 'installations', 'tools', 'audit'] }],
  ),
  ...noListChanges('a wrong code changes no list', accessAttemptsStream),
  ...noListChanges('the plugin may be private; pages read it when they open', deprecationStream, rolloutStream),
  ...noListChanges('the installation has it', reservationStream),
  ...noListChanges('the listing has it', statusStatementStream),
  ...noListChanges('the hub shows it', softwareStream),
];
