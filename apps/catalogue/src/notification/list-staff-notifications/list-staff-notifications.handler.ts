import { pageHandler, respond } from '@kushk/broker';
import { catalogueNotifications } from '@kushk/contracts';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { InstancesHealth } from '../../instance/list-instances/instance-health.view.js';
import { Instances } from '../../instance/instances.view.js';
import { staffNotifications } from '../hub-notifications.js';
import { NotificationSources } from '../notification-sources.view.js';
import { notificationsReply } from '../notifications-reply.js';

export const ListStaffNotificationsHandler = pageHandler(
  catalogueNotifications.listForStaff,
  { store: EventStore, sources: NotificationSources, instances: Instances, health: InstancesHealth },
  async ({ subject, roles, kind, limit }, { store, ...parts }, start) => {
    const time = now();
    const all = await staffNotifications(parts, { subject, roles, kind }, time);
    const isOfOneKind = kind !== null;
    return respond(
      await notificationsReply(all, { store, as: 'staff', subject, isOfOneKind, now: time, start, limit }),
    );
  },
);
