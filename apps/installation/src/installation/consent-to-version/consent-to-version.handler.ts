import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { accessKey, accessStream } from '../../access/access.js';
import { listingKey, listingStream } from '../../listing/listing.js';
import { changeWhenPrepared } from '../change-installation/change-installation.handler.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { ConsentPreparation } from './consent-preparation.js';
import { consentToVersion } from './consent-to-version.js';

export const ConsentToVersionHandler = commandHandler(
  installation.consentToVersion,
  { events: EventStore, preparation: ConsentPreparation, resources: InstallationResources },
  (request, { events, preparation, resources }, { run, idempotency }) =>
    changeWhenPrepared(request, { events, idempotency }, async (current) => {
      const { installation_id, version, by } = request;
      const prepared = await preparation.prepare(request, current);
      if (!prepared.accepted) return prepared;
      return run({
        name: 'ConsentToVersion',
        streams: {
          installation: streamRef(installationStream, installation_id),
          listing: streamRef(listingStream, listingKey(current.pluginId, version)),
          access: streamRef(accessStream, accessKey(current.organisationId, current.pluginId)),
        },
        command: { ...prepared.consent, by, at: now().toISOString() },
        decide: (command, states) =>
          forStream('installation', resources.replyForAdmin(consentToVersion(command, states))),
      });
    }),
);
