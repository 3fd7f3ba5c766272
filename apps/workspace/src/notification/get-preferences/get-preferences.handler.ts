import { queryHandler, respond } from '@kushk/broker';
import { workspaceNotifications } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { preferencesFor } from '@kushk/person-session';
import { MailSubscribers } from '../../mail/mail-subscribers.view.js';
import { mailStateOf, Postbox } from '@kushk/mail';
import { People } from '../../person/person.view.js';
import { kindsFor } from '../notification-preferences.js';
import { notificationReaderStream } from '../notification-reader.js';

export const GetPreferencesHandler = queryHandler(
  workspaceNotifications.getNotificationPreferences,
  { store: EventStore, people: People, postbox: Postbox, subscribers: MailSubscribers },
  async ({ organisation_id: organisationId, person_id: personId }, { store, people, postbox, subscribers }) => {
    const [person, { state }, email] = await Promise.all([
      people.find(organisationId, personId),
      store.load(streamRef(notificationReaderStream, personId)),
      mailStateOf(postbox, () => subscribers.hasAddress(personId)),
    ]);
    return respond({ kinds: preferencesFor(kindsFor(person?.role ?? 'member'), state.preferences), email });
  },
);
