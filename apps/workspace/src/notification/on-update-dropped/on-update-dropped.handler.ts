import { reactionHandler } from '@kushk/broker';
import { installationFacts } from '@kushk/contracts';
import { installationReaction as reaction } from '../../installation/installation-reaction.js';
import { noticeRef } from '../notice.js';
import { endWaiting } from './end-waiting.js';

export const OnUpdateDroppedHandler = reactionHandler(installationFacts.updateDropped, {
  reaction,
  name: 'EndWaiting',
  command: ({ version, at }) => ({ version, at }),
  stream: ({ installation_id }) => noticeRef(installation_id, 'update_waiting'),
  decide: endWaiting,
});
