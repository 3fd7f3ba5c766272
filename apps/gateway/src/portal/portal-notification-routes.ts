/** Routes for the notifications of a person as a member of publishers: of all of them, so no publisher is named. */
import { catalogueNotifications } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import type { SignedInCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';
import { chosenOf, MemberPreferencesBody, ReadNotificationsBody } from '../organisation/notification.dto.js';

const { proxyRoute } = routesFor<SignedInCaller>('signed_in', '/portal/v1');

export const portalNotificationRoutes: readonly Route[] = [
  proxyRoute('GET', '/notifications', {
    summary: 'List your notifications of all your publishers, the newest first, with the number of unread ones',
    query: pageOf,
    calls: catalogueNotifications.listForMember,
    request: ({ caller, query }) => ({ subject: caller.signIn.subject, ...query }),
  }),
  proxyRoute('POST', '/notifications/read', {
    summary: 'Mark your notifications as read, up to a time',
    body: bodyOf(ReadNotificationsBody),
    calls: catalogueNotifications.markReadByMember,
    request: ({ caller, body, idempotency }) => ({
      subject: caller.signIn.subject,
      until: body.until ?? null,
      ...idempotency,
    }),
  }),
  proxyRoute('GET', '/notifications/preferences', {
    summary: 'Get which notifications of your publishers you want',
    calls: catalogueNotifications.getPreferences,
    request: ({ caller }) => ({ subject: caller.signIn.subject, roles: null }),
  }),
  proxyRoute('PUT', '/notifications/preferences', {
    summary: 'Set which notifications of your publishers you want',
    body: bodyOf(MemberPreferencesBody),
    calls: catalogueNotifications.setPreferencesOfMember,
    request: ({ caller, body, idempotency }) => ({
      subject: caller.signIn.subject,
      kinds: chosenOf(body.kinds),
      ...idempotency,
    }),
  }),
];
