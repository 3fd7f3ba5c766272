import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { noticeRef } from '../../notification/notice.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { installationStream, workspaceCapabilities } from '../installation.js';
import { changeCapabilities } from './change-capabilities.js';

export const OnCapabilitiesChangedHandler = reactionHandler(installationFacts.capabilitiesChanged, {
  reaction,
  name: 'ChangeCapabilities',
  command: ({ capabilities, at }) => ({
    capabilities: workspaceCapabilities(capabilities),
    version: capabilities.version,
    at,
  }),
  streams: ({ installation_id }) => ({
    installation: streamRef(installationStream, installation_id),
    notice: noticeRef(installation_id, 'update_waiting'),
  }),
  decide: (command, states) => changeCapabilities(command, states),
});
