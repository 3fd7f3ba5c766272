import { commandHandler } from '@kushk/broker';
import { installation, type InstallationForAdmin } from '@kushk/contracts';
import { forStream, refuse, streamRef } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { listingKey, listingStream } from '../../listing/listing.js';
import { MAX_ADMIN_ATTEMPTS, retryOnVersionConflict } from '../expected-versions.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { ConsentPreparation } from './consent-preparation.js';
import { consentToVersion } from './consent-to-version.js';

export const ConsentToVersionHandler = commandHandler(
  installation.consentToVersion,
  { events: EventStore, preparation: ConsentPreparation, resources: InstallationResources },
  async (request, { events, preparation, resources }, { run, idempotency }) => {
    const { installation_id, organisation_id, version, by } = request;
    const ref = streamRef(installationStream, installation_id);
    const stored = await events.findReply<InstallationForAdmin>(idempotency, [ref]);
    if (stored !== null) return stored;
    return retryOnVersionConflict(
      async () => {
        const { state } = await events.load(ref);
        if (state.status === 'absent' || state.organisationId !== organisation_id)
          return refuse('installation.not_found');
        const prepared = await preparation.prepare(request, state);
        if (!prepared.accepted) return prepared;
        return run({
          name: 'ConsentToVersion',
          streams: { installation: ref, listing: streamRef(listingStream, listingKey(state.pluginId, version)) },
          command: { ...prepared.consent, by, at: now().toISOString() },
          decide: (command, states) =>
            forStream('installation', resources.replyForAdmin(consentToVersion(command, states))),
        });
      },
      {
        maxAttempts: MAX_ADMIN_ATTEMPTS,
        giveUp: () => new StoreBusy(`installation ${installation_id} changed during every attempt`),
      },
    );
  },
);
