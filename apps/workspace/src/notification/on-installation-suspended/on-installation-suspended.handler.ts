import { installationFacts } from '@kushk/contracts';
import { installationReaction as reaction } from '../../installation/installation-reaction.js';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

/** A pause is an admin's own decision; a suspension is the operator's, of which the admins do not know yet. */
export const OnInstallationSuspendedHandler = noticeHandler(
  installationFacts.availabilityChanged,
  { reaction, kind: 'plugin_stopped' },
  ({ status }) => (status === 'suspended' ? {} : null),
);
