import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream } from '../installation.js';
import { removeInstallation } from './remove-installation.js';

export const OnInstallationRemovedHandler = reactionHandler(installationFacts.installationRemoved, {
  reaction,
  name: 'RemoveInstallation',
  command: ({ at }) => ({ at }),
  stream: ({ installation_id }) => streamRef(installationStream, installation_id),
  decide: (command, installation) => removeInstallation(command, installation),
});
