import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { InstallationResources } from '../installation-resources.js';
import { resumeInstallation } from './resume-installation.js';
import { inOrganisation } from '../installation-decision.js';
import { installationStream } from '../installation.js';

export const ResumeInstallationHandler = commandHandler(
  installation.resumeInstallation,
  { resources: InstallationResources },
  ({ organisation_id, installation_id, by }, { resources }, { run }) =>
    run({
      name: 'ResumeInstallation',
      stream: streamRef(installationStream, installation_id),
      command: { by, at: now().toISOString() },
      decide: (command, state) =>
        resources.replyForAdmin(inOrganisation(organisation_id, state, (own) => resumeInstallation(command, own))),
    }),
);
