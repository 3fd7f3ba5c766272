import { pageHandler, respond } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { HubNotifications } from '../hub-notifications.js';
import { notificationsReply } from '../notifications-reply.js';

export const ListStaffNotificationsHandler = pageHandler(
  catalogueNotifications.listForStaff,
  { store: EventStore, notifications: HubNotifications },
  async ({ subject, roles, limit }, { store, notifications }, start) => {
    const time = now();
    const all = await notifications.ofStaff(subject, roles, time);
    return respond(await notificationsReply(all, { store, as: 'staff', subject, now: time, start, limit }));
  },
);
