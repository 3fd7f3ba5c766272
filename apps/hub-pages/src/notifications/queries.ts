import { queryOptions } from '@tanstack/react-query';
import { operatorApi, portalApi, resultOf, type OperatorComponents } from '@kushk/api-client';
import { pagedQuery, UNREAD_AGAIN_MS } from '@kushk/ui';

export type Notification = OperatorComponents['schemas']['HubNotificationResource'];
interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

const ofStaff = (query: PageQuery, signal: AbortSignal) =>
  resultOf(operatorApi.GET('/operator/v1/notifications', { params: { query }, signal }));
const ofMember = (query: PageQuery, signal: AbortSignal) =>
  resultOf(portalApi.GET('/portal/v1/notifications', { params: { query }, signal }));

/** The keys of all publishers that end within 30 days, those that end last first. */
export const endingKeysQuery = () =>
  pagedQuery(['notifications', 'staff', 'key_expiring'], (page, signal) =>
    resultOf(
      operatorApi.GET('/operator/v1/notifications', { params: { query: { ...page, kind: 'key_expiring' } }, signal }),
    ),
  );

export const staffNotificationsQuery = () => pagedQuery(['notifications', 'staff'], ofStaff);
/** Those of all publishers of the person. */
export const memberNotificationsQuery = () => pagedQuery(['notifications', 'member'], ofMember);

type Read = typeof ofStaff | typeof ofMember;
const unreadQuery = (who: 'staff' | 'member', read: Read) =>
  queryOptions({
    queryKey: ['notifications', 'unread', who],
    queryFn: async ({ signal }) => (await read({ limit: 1 }, signal)).unread,
    refetchInterval: UNREAD_AGAIN_MS,
  });
export const unreadOfStaffQuery = () => unreadQuery('staff', ofStaff);
export const unreadOfMemberQuery = () => unreadQuery('member', ofMember);

export const staffPreferencesQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'preferences', 'staff'],
    queryFn: ({ signal }) => resultOf(operatorApi.GET('/operator/v1/notifications/preferences', { signal })),
  });
export const memberPreferencesQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'preferences', 'member'],
    queryFn: ({ signal }) => resultOf(portalApi.GET('/portal/v1/notifications/preferences', { signal })),
  });

/** In development nothing is sent. */
export const mailsQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'mails'],
    queryFn: ({ signal }) => resultOf(operatorApi.GET('/operator/v1/dev/mails', { signal })),
  });

export const markStaffRead = (until: string) =>
  resultOf(operatorApi.POST('/operator/v1/notifications/read', { body: { until } }));
export const markMemberRead = (until: string) =>
  resultOf(portalApi.POST('/portal/v1/notifications/read', { body: { until } }));
