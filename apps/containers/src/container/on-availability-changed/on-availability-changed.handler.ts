import { installationFacts } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { containerHandler } from '../change-container/change-container.handler.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { changeAvailability } from './change-availability.js';

export const OnAvailabilityChangedHandler = containerHandler(installationFacts.availabilityChanged, {
  reaction,
  name: 'ChangeContainerAvailability',
  command: ({ callable: isAllowed }) => ({ isAllowed, at: now().toISOString() }),
  decide: changeAvailability,
});
