import { pageHandler, respond } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { PublisherMembers } from '../../member/members.view.js';
import { HubNotifications } from '../hub-notifications.js';
import { notificationsReply } from '../notifications-reply.js';

export const ListMemberNotificationsHandler = pageHandler(
  catalogueNotifications.listForMember,
  { store: EventStore, notifications: HubNotifications, members: PublisherMembers },
  async ({ subject, limit }, { store, notifications, members }, start) => {
    const time = now();
    const publishers = (await members.publishersOf(subject)).map(({ id }) => id);
    const all = await notifications.ofMember(subject, publishers, time);
    return respond(await notificationsReply(all, { store, as: 'member', subject, now: time, start, limit }));
  },
);
