import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { InstallationResources } from '../installation-resources.js';
import { pauseInstallation } from './pause-installation.js';
import { inOrganisation } from '../installation-decision.js';
import { installationStream } from '../installation.js';

export const PauseInstallationHandler = commandHandler(
  installation.pauseInstallation,
  { resources: InstallationResources },
  ({ organisation_id, installation_id, by }, { resources }, { run }) =>
    run({
      name: 'PauseInstallation',
      stream: streamRef(installationStream, installation_id),
      command: { by, at: now().toISOString() },
      decide: (command, state) =>
        resources.replyForAdmin(inOrganisation(organisation_id, state, (own) => pauseInstallation(command, own))),
    }),
);
