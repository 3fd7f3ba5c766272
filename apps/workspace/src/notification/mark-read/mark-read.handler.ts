import { commandHandler } from '@kushk/broker';
import { workspaceNotifications } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { notificationReaderStream } from '../notification-reader.js';
import { markRead } from './mark-read.js';

export const MarkReadHandler = commandHandler(workspaceNotifications.markNotificationsRead, {
  name: 'MarkNotificationsRead',
  command: ({ person_id: personId, until }) => ({ personId, until, now: now().toISOString() }),
  stream: ({ person_id }) => streamRef(notificationReaderStream, person_id),
  decide: markRead,
});
