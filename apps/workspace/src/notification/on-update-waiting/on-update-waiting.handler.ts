import { installationFacts } from '@kushk/contracts';
import { installationReaction as reaction } from '../../installation/installation-reaction.js';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

export const OnUpdateWaitingHandler = noticeHandler(
  installationFacts.updateWaiting,
  { reaction, kind: 'update_waiting' },
  ({ version, by }) => ({ version, ...(by !== null && { by }) }),
);
