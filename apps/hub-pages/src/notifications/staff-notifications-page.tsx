import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NoRolePage, NotificationsPage, useRoles, useTexts } from '@kushk/ui';
import { NotificationLine } from './notification-line.js';
import { StaffPreferences } from './preferences-panel.js';
import { markStaffRead, staffNotificationsQuery, type Notification } from './queries.js';

/** The notifications of operators and reviewers. */
export function StaffNotificationsPage(): ReactNode {
  const { t } = useTexts();
  const roles = useRoles();
  const isOperator = roles.has('operator');
  const isNotified = isOperator || roles.has('reviewer');
  const query = useInfiniteQuery({ ...staffNotificationsQuery(), enabled: isNotified });
  if (!isNotified) return <NoRolePage />;
  return (
    <NotificationsPage
      query={query}
      markRead={markStaffRead}
      empty={t('notifications.empty.staff')}
      row={(item) => (
        <NotificationLine isPublisherShown key={item.id} notification={item} link={linkOf(item, isOperator)} />
      )}
    >
      <StaffPreferences />
    </NotificationsPage>
  );
}

function linkOf({ kind, plugin_id, version, publisher_id, instance_id }: Notification, isOperator: boolean) {
  const release = { plugin: plugin_id ?? '', version: version ?? '' };
  return (title: ReactNode): ReactNode => {
    if (kind === 'instance_silent')
      return (
        <Link to="/instances" search={{ q: instance_id ?? '' }}>
          {title}
        </Link>
      );
    if (kind === 'key_expiring')
      return (
        <Link to="/publishers/$publisher" params={{ publisher: publisher_id ?? '' }}>
          {title}
        </Link>
      );
    return (
      <Link
        to={kind === 'rollout_halted' && isOperator ? '/releases/$plugin/$version' : '/review/$plugin/$version'}
        params={release}
      >
        {title}
      </Link>
    );
  };
}
