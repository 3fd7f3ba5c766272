import { installationFacts } from '@kushk/contracts';
import { feedHandler } from '../append-event/append-event.handler.js';
import { installationReaction as reaction } from '../../endpoint/installation-reaction.js';

export const OnPlanChangedHandler = feedHandler(installationFacts.planChanged, { reaction }, ({ plan }) => ({
  eventType: 'plugin.plan.changed',
  data: { plan },
}));
