import { commandHandler } from '@kushk/broker';
import { workspaceNotifications } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { notificationReaderStream } from '../../notification/notification-reader.js';
import { UnsubscribeTokens } from '../unsubscribe-tokens.js';
import { unsubscribe } from './unsubscribe.js';

export const UnsubscribeHandler = commandHandler(
  workspaceNotifications.unsubscribe,
  { tokens: UnsubscribeTokens },
  async ({ token }, { tokens }, { run }) => {
    const personId = await tokens.personOf(token);
    if (personId === null) return refuse('subscription.not_found');
    return await run({
      name: 'Unsubscribe',
      stream: streamRef(notificationReaderStream, personId),
      command: { personId, at: now().toISOString() },
      decide: unsubscribe,
    });
  },
);
