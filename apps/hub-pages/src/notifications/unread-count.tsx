import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUnreadLink } from '@kushk/ui';
import { unreadOfMemberQuery, unreadOfStaffQuery } from './queries.js';

/** Opens the notifications, and shows how many of them are unread. */
export const UnreadOfStaff = (): ReactNode => (
  <Link to="/notifications" {...useUnreadLink(useQuery(unreadOfStaffQuery()).data)} />
);

/** The notifications of all publishers of the person, on the pages of the one that is open. */
export const UnreadOfMember = ({ publisher }: { readonly publisher: string }): ReactNode => (
  <Link
    to="/portal/$publisher/notifications"
    params={{ publisher }}
    {...useUnreadLink(useQuery(unreadOfMemberQuery()).data)}
  />
);
