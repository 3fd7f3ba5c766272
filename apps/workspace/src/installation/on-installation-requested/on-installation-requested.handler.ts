import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream, workspaceCapabilities } from '../installation.js';
import { addInstallation } from './add-installation.js';

export const OnInstallationRequestedHandler = reactionHandler(installationFacts.installationRequested, {
  reaction,
  name: 'AddInstallation',
  command: ({ organisation_id, plugin_id, capabilities, at }) => ({
    organisationId: organisation_id,
    pluginId: plugin_id,
    capabilities: workspaceCapabilities(capabilities),
    at,
  }),
  stream: ({ installation_id }) => streamRef(installationStream, installation_id),
  decide: (command, installation) => addInstallation(command, installation),
});
