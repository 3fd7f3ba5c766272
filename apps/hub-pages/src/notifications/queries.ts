import { operatorApi, portalApi, resultOf, type OperatorComponents } from '@kushk/api-client';
import { pagedQuery, unreadQuery } from '@kushk/ui';

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

export const unreadOfStaffQuery = () => unreadQuery('staff', (signal) => ofStaff({ limit: 1 }, signal));
export const unreadOfMemberQuery = () => unreadQuery('member', (signal) => ofMember({ limit: 1 }, signal));

export const markStaffRead = (until: string) =>
  resultOf(operatorApi.POST('/operator/v1/notifications/read', { body: { until } }));
export const markMemberRead = (until: string) =>
  resultOf(portalApi.POST('/portal/v1/notifications/read', { body: { until } }));
