import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { listingKey, listingStream } from '../../listing/listing.js';
import { changeWhenPrepared } from '../change-installation/change-installation.handler.js';
import { expectedVersionsOf } from '../expected-versions.js';
import { InstallationResources } from '../installation-resources.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { reconnectInstallation } from './reconnect-installation.js';

export const ReconnectInstallationHandler = commandHandler(
  installation.reconnectInstallation,
  { events: EventStore, secrets: InstallationSecrets, resources: InstallationResources },
  (request, { events, secrets, resources }, { run, idempotency }) =>
    changeWhenPrepared(request, { events, idempotency }, async (current) => {
      const { installationId, pluginId, grants } = current;
      const { credentials, stored } = await secrets.issueCredentials(installationId);
      const sealedInstalledCall = await secrets.sealInstalledCall(current, credentials, { isReconnect: true });
      return run({
        name: 'ReconnectInstallation',
        streams: {
          installation: streamRef(installationStream, installationId),
          listing: streamRef(listingStream, listingKey(pluginId, grants.version)),
        },
        command: {
          ...stored,
          expected: expectedVersionsOf(current),
          sealedInstalledCall,
          by: request.by,
          at: now().toISOString(),
        },
        decide: (command, states) =>
          forStream('installation', resources.replyForAdmin(reconnectInstallation(command, states))),
      });
    }),
);
