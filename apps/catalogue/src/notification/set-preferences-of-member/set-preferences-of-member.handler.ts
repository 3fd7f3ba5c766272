import { commandHandler } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { mailStateOf, Postbox } from '@kushk/mail';
import { now } from '@kushk/runtime';
import { MailSubscribers } from '../../mail/mail-subscribers.view.js';
import { notificationReaderStream, readerIdOf, setPreferences } from '../notification-reader.js';

export const SetPreferencesOfMemberHandler = commandHandler(
  catalogueNotifications.setPreferencesOfMember,
  { postbox: Postbox, subscribers: MailSubscribers },
  async ({ subject, kinds: preferences }, { postbox, subscribers }, { run }) => {
    const email = await mailStateOf(postbox, () => subscribers.hasAddress(subject));
    return await run({
      name: 'SetNotificationPreferences',
      stream: streamRef(notificationReaderStream, readerIdOf('member', subject)),
      command: { subject, roles: null, preferences, at: now().toISOString() },
      decide: (command, reader) => mapReply(setPreferences(command, reader), (kinds) => ({ kinds, email })),
    });
  },
);
