import { commandHandler } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { notificationReaderStream, readerIdOf, setPreferences } from '../notification-reader.js';

export const SetPreferencesOfMemberHandler = commandHandler(catalogueNotifications.setPreferencesOfMember, {
  name: 'SetNotificationPreferences',
  command: ({ subject, kinds: preferences }) => ({
    subject,
    roles: null,
    preferences,
    at: now().toISOString(),
  }),
  stream: ({ subject }) => streamRef(notificationReaderStream, readerIdOf('member', subject)),
  decide: (command, reader) => mapReply(setPreferences(command, reader), (kinds) => ({ kinds, email: 'off' as const })),
});
