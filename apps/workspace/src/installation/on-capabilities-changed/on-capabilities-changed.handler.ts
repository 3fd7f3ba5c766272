import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream, workspaceCapabilities } from '../installation.js';
import { changeCapabilities } from './change-capabilities.js';

export const OnCapabilitiesChangedHandler = reactionHandler(installationFacts.capabilitiesChanged, {
  reaction,
  name: 'ChangeCapabilities',
  command: ({ capabilities, at }) => ({ capabilities: workspaceCapabilities(capabilities), at }),
  stream: ({ installation_id }) => streamRef(installationStream, installation_id),
  decide: (command, installation) => changeCapabilities(command, installation),
});
