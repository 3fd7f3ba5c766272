import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonLink, digits, useTexts } from '@kushk/ui';
import { Bell } from '@kushk/ui/icons';
import { unreadQuery } from './queries.js';

/** Opens the notifications, and shows how many of them are unread. */
export function UnreadCount(): ReactNode {
  const { t, language } = useTexts();
  const { data: count = 0 } = useQuery(unreadQuery());
  return (
    <Link
      to="/notifications"
      className={buttonLink({ look: 'quiet' })}
      aria-label={t('notifications.unread_count', { count })}
    >
      <Bell aria-hidden="true" />
      {count > 0 && <span aria-hidden="true">{digits(count, language)}</span>}
    </Link>
  );
}
