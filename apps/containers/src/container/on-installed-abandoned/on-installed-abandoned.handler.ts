import { deliveryFacts } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { containerHandler } from '../change-container/change-container.handler.js';
import { deliveryReaction as reaction } from '../delivery-reaction.js';
import { abandonMove } from './abandon-move.js';

export const OnInstalledAbandonedHandler = containerHandler(deliveryFacts.installedAbandoned, {
  reaction,
  name: 'AbandonMove',
  command: ({ version }) => ({ version, at: now().toISOString() }),
  decide: abandonMove,
});
