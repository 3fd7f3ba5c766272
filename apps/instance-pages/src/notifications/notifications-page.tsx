import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { NotificationsPage as AnyNotificationsPage, useTexts } from '@kushk/ui';
import { NotificationLine } from './notification-line.js';
import { PreferencesPanel } from './preferences-panel.js';
import { notificationsQuery } from './queries.js';

const markRead = (until: string) => resultOf(instanceApi.POST('/instance/v1/notifications/read', { body: { until } }));

/** The notifications of the person in the organisation, and which of them the person wants. */
export function NotificationsPage(): ReactNode {
  const { t } = useTexts();
  return (
    <AnyNotificationsPage
      query={useInfiniteQuery(notificationsQuery())}
      markRead={markRead}
      empty={t('notifications.empty.why')}
      row={(item) => <NotificationLine key={item.id} notification={item} />}
    >
      <PreferencesPanel />
    </AnyNotificationsPage>
  );
}
