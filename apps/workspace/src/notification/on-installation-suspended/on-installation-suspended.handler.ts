import { installationFacts } from '@kushk/contracts';
import { installationReaction as reaction } from '../../installation/installation-reaction.js';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

/** An admin who pauses or resumes a plugin knows it. What the operator suspends, nobody here did. */
export const OnInstallationSuspendedHandler = noticeHandler(
  installationFacts.availabilityChanged,
  { reaction, kind: 'plugin_stopped' },
  ({ status }) => (status === 'suspended' ? {} : null),
);
