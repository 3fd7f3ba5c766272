/** Routes for the notifications of the operator's staff. */
import {
  catalogueMails,
  catalogueNotifications,
  staffNotificationKinds,
  type StaffNotificationKind,
} from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import { staffRole, type StaffCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';
import { chosenOf, ReadNotificationsBody, StaffPreferencesBody } from '../organisation/notification.dto.js';

const { proxyRoute } = routesFor<StaffCaller>('staff', '/operator/v1');
const requires = staffRole('operator', 'reviewer');
const KINDS = Object.keys(staffNotificationKinds) as StaffNotificationKind[];

export const operatorNotificationRoutes: readonly Route[] = [
  proxyRoute('GET', '/notifications', {
    summary: 'List your notifications, the newest first, with the number of unread ones',
    requires,
    query: (read) => ({ ...pageOf(read), kind: read.oneOf('kind', KINDS) }),
    calls: catalogueNotifications.listForStaff,
    request: ({ caller: { subject, roles }, query }) => ({ subject, roles, ...query }),
  }),
  proxyRoute('POST', '/notifications/read', {
    summary: 'Mark your notifications as read, up to a time',
    requires,
    body: bodyOf(ReadNotificationsBody),
    calls: catalogueNotifications.markReadByStaff,
    request: ({ caller: { subject }, body, idempotency }) => ({ subject, until: body.until ?? null, ...idempotency }),
  }),
  proxyRoute('GET', '/notifications/preferences', {
    summary: 'Get which notifications you want',
    requires,
    calls: catalogueNotifications.getPreferences,
    request: ({ caller: { subject, roles } }) => ({ subject, roles }),
  }),
  proxyRoute('PUT', '/notifications/preferences', {
    summary: 'Set which notifications you want',
    requires,
    body: bodyOf(StaffPreferencesBody),
    calls: catalogueNotifications.setPreferencesOfStaff,
    request: ({ caller: { subject, roles }, body, idempotency }) => ({
      ...{ subject, roles },
      kinds: chosenOf(body.kinds),
      ...idempotency,
    }),
  }),
];

/** It does not exist in production. */
export const operatorMailboxRoutes: readonly Route[] = [
  proxyRoute('GET', '/dev/mails', {
    summary: 'List the newest mails that would have been sent; not in production',
    requires: staffRole('operator'),
    calls: catalogueMails.listMails,
    request: () => ({ organisation_id: null }),
  }),
];
