import { queryHandler, respond } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { preferencesFor } from '@kushk/person-session';
import { kindsFor, notificationReaderStream, readerIdOf } from '../notification-reader.js';

export const GetPreferencesHandler = queryHandler(
  catalogueNotifications.getPreferences,
  { store: EventStore },
  async ({ subject, roles }, { store }) => {
    const readerId = readerIdOf(roles === null ? 'member' : 'staff', subject);
    const { state } = await store.load(streamRef(notificationReaderStream, readerId));
    return respond({ kinds: preferencesFor(kindsFor(roles), state.preferences), email: 'off' });
  },
);
