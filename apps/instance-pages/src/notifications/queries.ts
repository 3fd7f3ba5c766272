import { queryOptions } from '@tanstack/react-query';
import { instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';
import { pagedQuery, UNREAD_AGAIN_MS } from '@kushk/ui';

export type Notification = InstanceComponents['schemas']['NotificationResource'];

export const notificationsQuery = () =>
  pagedQuery(['notifications', 'list'], (query, signal) =>
    resultOf(instanceApi.GET('/instance/v1/notifications', { params: { query }, signal })),
  );

export const preferencesQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'preferences'],
    queryFn: ({ signal }) => resultOf(instanceApi.GET('/instance/v1/notifications/preferences', { signal })),
  });

/** In development nothing is sent. */
export const mailsQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'mails'],
    queryFn: ({ signal }) => resultOf(instanceApi.GET('/instance/v1/dev/mails', { signal })),
  });

export const unreadQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'unread'],
    queryFn: async ({ signal }) =>
      (await resultOf(instanceApi.GET('/instance/v1/notifications', { params: { query: { limit: 1 } }, signal })))
        .unread,
    refetchInterval: UNREAD_AGAIN_MS,
  });
