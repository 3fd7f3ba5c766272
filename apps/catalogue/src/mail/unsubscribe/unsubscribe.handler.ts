import { commandHandler } from '@kushk/broker';
import { catalogueMails } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { UnsubscribeTokens } from '@kushk/mail';
import { now } from '@kushk/runtime';
import { notificationReaderStream, readerIdOf } from '../../notification/notification-reader.js';
import { unsubscribe } from './unsubscribe.js';

export const UnsubscribeHandler = commandHandler(
  catalogueMails.unsubscribe,
  { store: EventStore, tokens: UnsubscribeTokens },
  async ({ token }, { store, tokens }, { run }) => {
    const readerId = await tokens.personOf(token);
    const reader = readerId && (await store.load(streamRef(notificationReaderStream, readerId))).state.reader;
    if (reader === null || reader === '') return refuse('subscription.not_found');
    const { subject } = reader;
    return await run({
      name: 'Unsubscribe',
      streams: {
        staff: streamRef(notificationReaderStream, readerIdOf('staff', subject)),
        member: streamRef(notificationReaderStream, readerIdOf('member', subject)),
      },
      command: { subject, at: now().toISOString() },
      decide: unsubscribe,
    });
  },
);
