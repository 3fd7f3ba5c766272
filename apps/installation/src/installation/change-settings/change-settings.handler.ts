import { commandHandler } from '@kushk/broker';
import { installation, type InstallationForAdmin } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore, StoreBusy } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { MAX_ADMIN_ATTEMPTS, retryOnVersionConflict } from '../expected-versions.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { changeSettings } from './change-settings.js';
import { SettingsPreparation } from './settings-preparation.js';
import { inOrganisation } from '../installation-decision.js';

export const ChangeSettingsHandler = commandHandler(
  installation.changeSettings,
  { events: EventStore, preparation: SettingsPreparation, resources: InstallationResources },
  async (request, { events, preparation, resources }, { run, idempotency }) => {
    const { installation_id, organisation_id, settings, revision = null, by } = request;
    const stream = streamRef(installationStream, installation_id);
    const stored = await events.findReply<InstallationForAdmin>(idempotency, [stream]);
    if (stored !== null) return stored;
    return retryOnVersionConflict(
      async () => {
        const { state } = await events.load(stream);
        if (state.status === 'absent' || state.organisationId !== organisation_id)
          return refuse('installation.not_found');
        if (revision !== null && revision !== state.settingsRevision)
          return refuse('installation.revision_conflict', { revision: state.settingsRevision });
        const prepared = await preparation.prepare(settings, state);
        if (!prepared.accepted) return prepared;
        return run({
          name: 'ChangeSettings',
          stream,
          command: { ...prepared.change, by, at: now().toISOString() },
          decide: (command, current) =>
            resources.replyForAdmin(inOrganisation(organisation_id, current, (own) => changeSettings(command, own))),
        });
      },
      {
        maxAttempts: MAX_ADMIN_ATTEMPTS,
        giveUp: () => new StoreBusy(`installation ${installation_id} changed during every attempt`),
      },
    );
  },
);
