import { reactionHandler } from '@kushk/broker';
import { deliveryFacts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { abandonRenewal } from '../abandon-renewal/abandon-renewal.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { installationStream } from '../installation.js';

export const OnInstalledAbandonedHandler = reactionHandler(deliveryFacts.installedAbandoned, {
  reaction,
  name: 'AbandonRenewal',
  command: ({ version, at }) => ({ version, at }),
  stream: ({ installation_id }) => streamRef(installationStream, installation_id),
  decide: (command, installation) => abandonRenewal(command, installation),
});
