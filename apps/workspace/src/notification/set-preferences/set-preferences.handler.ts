import { commandHandler } from '@kushk/broker';
import { workspaceNotifications } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { MailSubscribers } from '../../mail/mail-subscribers.view.js';
import { mailStateOf, Postbox } from '@kushk/mail';
import { People } from '../../person/person.view.js';
import { notificationReaderStream } from '../notification-reader.js';
import { setPreferences } from './set-preferences.js';

export const SetPreferencesHandler = commandHandler(
  workspaceNotifications.setNotificationPreferences,
  { people: People, postbox: Postbox, subscribers: MailSubscribers },
  async (
    { organisation_id: organisationId, person_id: personId, kinds: preferences },
    { people, postbox, subscribers },
    { run },
  ) => {
    const [person, email] = await Promise.all([
      people.find(organisationId, personId),
      mailStateOf(postbox, () => subscribers.hasAddress(personId)),
    ]);
    return await run({
      name: 'SetNotificationPreferences',
      stream: streamRef(notificationReaderStream, personId),
      command: { personId, role: person?.role ?? 'member', preferences, at: now().toISOString() },
      decide: (command, reader) => mapReply(setPreferences(command, reader), (kinds) => ({ kinds, email })),
    });
  },
);
