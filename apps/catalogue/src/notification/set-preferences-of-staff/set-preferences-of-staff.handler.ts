import { commandHandler } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { notificationReaderStream, readerIdOf, setPreferences } from '../notification-reader.js';

export const SetPreferencesOfStaffHandler = commandHandler(catalogueNotifications.setPreferencesOfStaff, {
  name: 'SetNotificationPreferences',
  command: ({ subject, roles, kinds: preferences }) => ({
    subject,
    roles,
    preferences,
    at: now().toISOString(),
  }),
  stream: ({ subject }) => streamRef(notificationReaderStream, readerIdOf('staff', subject)),
  decide: (command, reader) => mapReply(setPreferences(command, reader), (kinds) => ({ kinds, email: 'off' as const })),
});
