import { installationFacts } from '@kushk/contracts';
import { newId, now } from '@kushk/runtime';
import { handoverHandler } from '../hand-over/hand-over.handler.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { queueInstalled } from './queue-installed.js';

export const OnCredentialsReleasedHandler = handoverHandler(installationFacts.credentialsReleased, {
  reaction,
  name: 'QueueInstalled',
  command: ({ installation_id: installationId, sealed_lifecycle: sealedBody, generation = 0 }) => ({
    ...{ installationId, deliveryId: newId('cal'), sealedBody, generation, at: now().toISOString() },
  }),
  decide: queueInstalled,
});
