import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { InstallationResources } from '../installation-resources.js';
import { declineVersion } from './decline-version.js';
import { inOrganisation } from '../installation-decision.js';
import { installationStream } from '../installation.js';

export const DeclineVersionHandler = commandHandler(
  installation.declineVersion,
  { resources: InstallationResources },
  ({ organisation_id, installation_id, version, by }, { resources }, { run }) =>
    run({
      name: 'DeclineVersion',
      stream: streamRef(installationStream, installation_id),
      command: { version, by, at: now().toISOString() },
      decide: (command, state) =>
        resources.replyForAdmin(inOrganisation(organisation_id, state, (own) => declineVersion(command, own))),
    }),
);
