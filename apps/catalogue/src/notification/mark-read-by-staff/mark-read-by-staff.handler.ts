import { commandHandler } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { markRead, notificationReaderStream, readerIdOf } from '../notification-reader.js';

export const MarkReadByStaffHandler = commandHandler(catalogueNotifications.markReadByStaff, {
  name: 'MarkNotificationsRead',
  command: ({ until }) => ({ until, now: now().toISOString() }),
  stream: ({ subject }) => streamRef(notificationReaderStream, readerIdOf('staff', subject)),
  decide: markRead,
});
