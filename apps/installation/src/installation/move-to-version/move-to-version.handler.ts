import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { forStream, refuse, streamRef } from '@kushk/decider';
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
import { installationStream } from '../installation.js';
import { moveToVersion } from './move-to-version.js';

export const MoveToVersionHandler = commandHandler(
  installation.moveToVersion,
  {
    events: EventStore,
    catalogue: StoreCatalogue,
    preparation: VersionPreparation,
    resources: InstallationResources,
  },
  (request, { events, catalogue, preparation, resources }, { run, idempotency }) =>
    changeWhenPrepared(request, { events, idempotency }, async (current) => {
      if (current.status === 'removed') return refuseInactive(current);
      const { installation_id, version, by } = request;
      const { organisationId, pluginId, status } = current;
      const available = availableVersion(await catalogue.versions(organisationId, pluginId), current);
      const { expected, next } = await preparation.prepare(current, available);
      if (next === null || next.grants.version !== version) {
        const version_available = next?.grants.version ?? null;
        return refuse('installation.transition_invalid', { status, version_available, version });
      }
      return run({
        name: 'MoveToVersion',
        streams: {
          installation: streamRef(installationStream, installation_id),
          listing: streamRef(listingStream, listingKey(pluginId, version)),
          access: streamRef(accessStream, accessKey(organisationId, pluginId)),
        },
        command: { expected, next, by, at: now().toISOString() },
        decide: (command, states) => forStream('installation', resources.replyForAdmin(moveToVersion(command, states))),
      });
    }),
);
