import { queryHandler, respond } from '@kushk/broker';
import { workspaceNotifications } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { People } from '../../person/person.view.js';
import { preferencesFor } from '../notification-preferences.js';
import { notificationReaderStream } from '../notification-reader.js';

export const GetPreferencesHandler = queryHandler(
  workspaceNotifications.getNotificationPreferences,
  { store: EventStore, people: People },
  async ({ organisation_id: organisationId, person_id: personId }, { store, people }) => {
    const [person, { state }] = await Promise.all([
      people.find(organisationId, personId),
      store.load(streamRef(notificationReaderStream, personId)),
    ]);
    return respond({ kinds: preferencesFor(person?.role ?? 'member', state.preferences) });
  },
);
