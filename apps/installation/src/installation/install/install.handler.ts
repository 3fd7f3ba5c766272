import { commandHandler } from '@kushk/broker';
import { installation, type InstallationForAdmin } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { deprecationStream } from '../../deprecation/deprecation.js';
import { accessKey, accessStream } from '../../access/access.js';
import { listingKey, listingStream } from '../../listing/listing.js';
import { reservationKey, reservationStream } from '../../reservation/reservation.js';
import { MAX_ADMIN_ATTEMPTS, retryOnVersionConflict } from '../expected-versions.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { InstallPreparation } from './install-preparation.js';
import { install } from './install.js';

export const InstallHandler = commandHandler(
  installation.install,
  { events: EventStore, preparation: InstallPreparation, resources: InstallationResources },
  async (request, { events, preparation, resources }, { run, idempotency }) => {
    const stored = await events.findReply<InstallationForAdmin>(idempotency);
    if (stored !== null) return stored;
    return retryOnVersionConflict(
      async () => {
        const prepared = await preparation.prepare(request);
        if (!prepared.accepted) return prepared;
        const { command } = prepared;
        const { organisationId, pluginId, grants } = command;
        return run({
          name: 'Install',
          streams: {
            reservation: streamRef(reservationStream, reservationKey(organisationId, pluginId)),
            installation: streamRef(installationStream, command.installationId),
            listing: streamRef(listingStream, listingKey(pluginId, grants.version)),
            deprecation: streamRef(deprecationStream, pluginId),
            access: streamRef(accessStream, accessKey(organisationId, pluginId)),
          },
          command: { request: command, isVersionNamed: request.version !== null },
          decide: (command, states) => resources.replyForAdmin(install(command, states)),
        });
      },
      {
        maxAttempts: MAX_ADMIN_ATTEMPTS,
        giveUp: () => new StoreBusy(`${request.plugin_id} was published again during every attempt`),
      },
    );
  },
);
