import { commandHandler } from '@kushk/broker';
import { workspaceMails } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { UnsubscribeTokens } from '@kushk/mail';
import { now } from '@kushk/runtime';
import { notificationReaderStream } from '../../notification/notification-reader.js';
import { unsubscribe } from './unsubscribe.js';

export const UnsubscribeHandler = commandHandler(
  workspaceMails.unsubscribe,
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
