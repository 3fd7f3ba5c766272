import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUnreadLink } from '@kushk/ui';
import { unreadQuery } from './queries.js';

/** Opens the notifications, and shows how many of them are unread. */
export const UnreadCount = (): ReactNode => (
  <Link to="/notifications" {...useUnreadLink(useQuery(unreadQuery()).data)} />
);
