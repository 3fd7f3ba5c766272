import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotificationsPage, useSession, useTexts } from '@kushk/ui';
import { NotificationLine } from './notification-line.js';
import { MemberPreferences } from './preferences-panel.js';
import { markMemberRead, memberNotificationsQuery, type Notification } from './queries.js';

/** The notifications of a person of publishers, of all of them. */
export function MemberNotificationsPage(): ReactNode {
  const { t } = useTexts();
  const hasSeveral = useSession().publishers.length > 1;
  return (
    <NotificationsPage
      query={useInfiniteQuery(memberNotificationsQuery())}
      markRead={markMemberRead}
      empty={t('notifications.empty.member')}
      row={(item) => (
        <NotificationLine key={item.id} notification={item} link={linkOf(item)} isPublisherShown={hasSeveral} />
      )}
    >
      <MemberPreferences />
    </NotificationsPage>
  );
}

function linkOf({ kind, plugin_id, version, publisher_id }: Notification) {
  const publisher = publisher_id ?? '';
  return (title: ReactNode): ReactNode =>
    kind === 'key_expiring' ? (
      <Link to="/portal/$publisher/keys" params={{ publisher }}>
        {title}
      </Link>
    ) : (
      <Link
        to="/portal/$publisher/plugins/$plugin/$version"
        params={{ publisher, plugin: plugin_id ?? '', version: version ?? '' }}
      >
        {title}
      </Link>
    );
}
