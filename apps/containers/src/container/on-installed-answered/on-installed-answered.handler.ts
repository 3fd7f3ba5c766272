import { reactionHandler } from '@kushk/broker';
import { deliveryFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { confirmVersion } from '../confirm-version/confirm-version.js';
import { containerStream } from '../container.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';

export const OnInstalledAnsweredHandler = reactionHandler(deliveryFacts.installedAnswered, {
  reaction,
  name: 'ConfirmVersion',
  command: ({ version }) => ({ version, at: now().toISOString() }),
  stream: ({ installation_id }) => streamRef(containerStream, installation_id),
  decide: (command, container) => confirmVersion(container, command),
});
