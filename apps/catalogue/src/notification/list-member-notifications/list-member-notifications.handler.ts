import { pageHandler, respond } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { PublisherMembers } from '../../member/members.view.js';
import { memberNotifications } from '../hub-notifications.js';
import { NotificationSources } from '../notification-sources.view.js';
import { notificationsReply } from '../notifications-reply.js';

export const ListMemberNotificationsHandler = pageHandler(
  catalogueNotifications.listForMember,
  { store: EventStore, sources: NotificationSources, members: PublisherMembers },
  async ({ subject, limit }, { store, sources, members }, start) => {
    const time = now();
    const publishers = (await members.publishersOf(subject)).map(({ id }) => id);
    const all = await memberNotifications(sources, { subject, publishers }, time);
    return respond(await notificationsReply(all, { store, as: 'member', subject, now: time, start, limit }));
  },
);
