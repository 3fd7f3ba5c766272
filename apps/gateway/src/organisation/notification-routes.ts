/** Routes for the notifications of a person in an organisation. */
import { workspaceNotifications } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import type { PersonCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';
import { chosenOf, NotificationPreferencesBody, ReadNotificationsBody } from './notification.dto.js';

const { proxyRoute } = routesFor<PersonCaller>('person', '/instance/v1');

const ofCaller = ({ organisation, person }: PersonCaller) => ({
  organisation_id: organisation.id,
  person_id: person.id,
});

export const notificationRoutes: readonly Route[] = [
  proxyRoute('GET', '/notifications', {
    summary: 'List your notifications, the newest first, with the number of unread ones',
    query: pageOf,
    calls: workspaceNotifications.listNotifications,
    request: ({ caller, query }) => ({
      ...ofCaller(caller),
      ...query,
    }),
  }),
  proxyRoute('POST', '/notifications/read', {
    summary: 'Mark your notifications as read, up to a time',
    body: bodyOf(ReadNotificationsBody),
    calls: workspaceNotifications.markNotificationsRead,
    request: ({ caller, body, idempotency }) => ({
      ...ofCaller(caller),
      until: body.until ?? null,
      ...idempotency,
    }),
  }),
  proxyRoute('GET', '/notifications/preferences', {
    summary: 'Get which notifications you want',
    calls: workspaceNotifications.getNotificationPreferences,
    request: ({ caller }) => ofCaller(caller),
  }),
  proxyRoute('PUT', '/notifications/preferences', {
    summary: 'Set which notifications you want',
    body: bodyOf(NotificationPreferencesBody),
    calls: workspaceNotifications.setNotificationPreferences,
    request: ({ caller, body, idempotency }) => ({
      ...ofCaller(caller),
      kinds: chosenOf(body.kinds),
      ...idempotency,
    }),
  }),
];
