import { installationFacts } from '@kushk/contracts';
import { feedHandler } from '../append-event/append-event.handler.js';
import { installationReaction as reaction } from '../../endpoint/installation-reaction.js';

export const OnSettingsChangedHandler = feedHandler(
  installationFacts.settingsChanged,
  { reaction },
  ({ settings_revision }) => ({
    eventType: 'plugin.settings.changed',
    data: { settings_revision },
  }),
);
