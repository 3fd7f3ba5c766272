import { commandHandler } from '@kushk/broker';
import { installation, meetsCondition } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { changeWhenPrepared } from '../change-installation/change-installation.handler.js';
import { InstallationResources } from '../installation-resources.js';
import { installationStream } from '../installation.js';
import { changeSettings } from './change-settings.js';
import { SettingsPreparation } from './settings-preparation.js';

export const ChangeSettingsHandler = commandHandler(
  installation.changeSettings,
  { events: EventStore, preparation: SettingsPreparation, resources: InstallationResources },
  (request, { events, preparation, resources }, { run, idempotency }) =>
    changeWhenPrepared(request, { events, idempotency }, async (current) => {
      const { installation_id, settings, revision = null, by } = request;
      if (!meetsCondition(revision, current.settingsRevision))
        return refuse('installation.revision_conflict', { revision: current.settingsRevision });
      const prepared = await preparation.prepare(settings, current);
      if (!prepared.accepted) return prepared;
      return run({
        name: 'ChangeSettings',
        stream: streamRef(installationStream, installation_id),
        command: { ...prepared.change, by, at: now().toISOString() },
        decide: (command, state) => resources.replyForAdmin(changeSettings(command, state)),
      });
    }),
);
