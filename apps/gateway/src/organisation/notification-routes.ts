/** Routes for the notifications of a person in an organisation. */
import { workspaceNotifications } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import type { PersonCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';
import { ReadNotificationsBody } from './notification.dto.js';

const { proxyRoute } = routesFor<PersonCaller>('person', '/instance/v1');

export const notificationRoutes: readonly Route[] = [
  proxyRoute('GET', '/notifications', {
    summary: 'List your notifications, the newest first, with the number of unread ones',
    query: pageOf,
    calls: workspaceNotifications.listNotifications,
    request: ({ caller, query }) => ({
      organisation_id: caller.organisation.id,
      person_id: caller.person.id,
      ...query,
    }),
  }),
  proxyRoute('POST', '/notifications/read', {
    summary: 'Mark your notifications as read, up to a time',
    body: bodyOf(ReadNotificationsBody),
    calls: workspaceNotifications.markNotificationsRead,
    request: ({ caller, body, idempotency }) => ({
      organisation_id: caller.organisation.id,
      person_id: caller.person.id,
      until: body.until ?? null,
      ...idempotency,
    }),
  }),
];
