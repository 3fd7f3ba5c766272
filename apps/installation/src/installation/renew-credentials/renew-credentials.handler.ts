import { commandHandler } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { InstallationResources } from '../installation-resources.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { installationStream } from '../installation.js';
import { renewCredentials } from './renew-credentials.js';
import { inOrganisation } from '../installation-decision.js';

export const RenewCredentialsHandler = commandHandler(
  installation.renewCredentials,
  { events: EventStore, secrets: InstallationSecrets, resources: InstallationResources },
  async ({ organisation_id, installation_id, by }, { events, secrets, resources }, { run }) => {
    const stream = streamRef(installationStream, installation_id);
    const { state } = await events.load(stream);
    if (state.status === 'absent' || state.organisationId !== organisation_id) return refuse('installation.not_found');
    const { credentials, stored } = await secrets.issueCredentials(installation_id);
    const sealedInstalledCall = await secrets.sealInstalledCall(state, credentials);
    return run({
      name: 'RenewCredentials',
      stream,
      command: { ...stored, sealedInstalledCall, by, at: now().toISOString() },
      decide: (command, current) =>
        resources.replyForAdmin(inOrganisation(organisation_id, current, (own) => renewCredentials(command, own))),
    });
  },
);
