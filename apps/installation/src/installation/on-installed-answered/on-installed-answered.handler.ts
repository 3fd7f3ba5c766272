import { reactionHandler } from '@kushk/broker';
import { deliveryFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { confirmInstalled, type ConfirmInstalled } from '../confirm-installed/confirm-installed.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { installationStream } from '../installation.js';

export const OnInstalledAnsweredHandler = reactionHandler(deliveryFacts.installedAnswered, {
  reaction,
  name: 'ConfirmInstalled',
  command: ({ version, generation, at }): ConfirmInstalled => ({
    via: 'installed_call',
    version,
    ...(generation !== undefined && { generation }),
    at,
  }),
  stream: ({ installation_id }) => streamRef(installationStream, installation_id),
  decide: (command, installation) => confirmInstalled(command, installation),
});
