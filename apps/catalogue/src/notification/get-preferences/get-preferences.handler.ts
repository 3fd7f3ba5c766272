import { queryHandler, respond } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { mailStateOf, Postbox } from '@kushk/mail';
import { preferencesFor } from '@kushk/person-session';
import { MailSubscribers } from '../../mail/mail-subscribers.view.js';
import { kindsFor, notificationReaderStream, readerIdOf } from '../notification-reader.js';

export const GetPreferencesHandler = queryHandler(
  catalogueNotifications.getPreferences,
  { store: EventStore, postbox: Postbox, subscribers: MailSubscribers },
  async ({ subject, roles }, { store, postbox, subscribers }) => {
    const readerId = readerIdOf(roles === null ? 'member' : 'staff', subject);
    const [{ state }, email] = await Promise.all([
      store.load(streamRef(notificationReaderStream, readerId)),
      mailStateOf(postbox, () => subscribers.hasAddress(subject)),
    ]);
    return respond({ kinds: preferencesFor(kindsFor(roles), state.preferences), email });
  },
);
