import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { accessKey, accessStream } from '../../access/access.js';
import { listingKey, listingStream } from '../../listing/listing.js';
import { StoreCatalogue } from '../../listing/store-catalogue.js';
import { changeWhenPrepared } from '../change-installation/change-installation.handler.js';
import { VersionPreparation } from '../follow-version/version-preparation.js';
import { availableVersion } from '../follow-version/version-to-follow.js';
import { refuseInactive } from '../installation-decision.js';
import { InstallationResources } from '../installation-resources.js';
import { InstallationUpdater } from '../installation-updater.js';
import { declinedWithout } from '../declined-versions.js';
import { installationStream } from '../installation.js';
import { reopenVersion } from './reopen-version.js';

export const ReopenVersionHandler = commandHandler(
  installation.reopenVersion,
  {
    events: EventStore,
    catalogue: StoreCatalogue,
    preparation: VersionPreparation,
    updater: InstallationUpdater,
    resources: InstallationResources,
  },
  (request, { events, catalogue, preparation, updater, resources }, { run, idempotency, meta }) =>
    changeWhenPrepared(request, { events, idempotency }, async (current) => {
      if (current.status === 'removed') return refuseInactive(current);
      const { installation_id, version, by } = request;
      const { organisationId, pluginId } = current;
      const follower = { ...current, declinedVersions: declinedWithout(current, version) };
      const available = availableVersion(await catalogue.versions(organisationId, pluginId), follower);
      const { expected, next } = await preparation.prepare(current, available?.version === version ? available : null);
      const outcome = await run({
        name: 'ReopenVersion',
        streams: {
          installation: streamRef(installationStream, installation_id),
          listing: streamRef(listingStream, listingKey(pluginId, version)),
          access: streamRef(accessStream, accessKey(organisationId, pluginId)),
        },
        command: { expected, next, version, by, at: now().toISOString() },
        decide: (command, states) => forStream('installation', resources.replyForAdmin(reopenVersion(command, states))),
      });
      // A version that was listed in between did not see the decision, and the command did not see that version.
      if (outcome.accepted) await updater.followListed(current, meta);
      return outcome;
    }),
);
