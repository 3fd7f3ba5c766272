import { deliveryFacts } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { containerHandler } from '../change-container/change-container.handler.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { endRemoval } from './end-removal.js';

export const OnRemovedAnsweredHandler = containerHandler(deliveryFacts.removedAnswered, {
  reaction,
  name: 'EndRemoval',
  command: ({ installation_id: installationId }) => ({ installationId, at: now().toISOString() }),
  decide: endRemoval,
});
