import { installationFacts } from '@kushk/contracts';
import { now } from '@kushk/runtime';
import { containerHandler } from '../change-container/change-container.handler.js';
import { installationReaction as reaction } from '../installation-reaction.js';
import { abandonContainer } from './abandon-container.js';

export const OnInstallationRemovedHandler = containerHandler(installationFacts.installationRemoved, {
  reaction,
  name: 'AbandonContainer',
  command: () => ({ at: now().toISOString() }),
  decide: abandonContainer,
});
