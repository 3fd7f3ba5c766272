import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UnreadLink } from '@kushk/ui';
import { unreadOfPersonQuery } from './queries.js';

/** Opens the notifications, and shows how many of them are unread. */
export const UnreadCount = (): ReactNode => (
  <UnreadLink query={unreadOfPersonQuery()} link={(props) => <Link to="/notifications" {...props} />} />
);
