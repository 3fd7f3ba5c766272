import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { UnreadLink } from '@kushk/ui';
import { unreadOfMemberQuery, unreadOfStaffQuery } from './queries.js';

export const UnreadOfStaff = (): ReactNode => (
  <UnreadLink query={unreadOfStaffQuery()} link={(props) => <Link to="/notifications" {...props} />} />
);

/** The notifications of all publishers of the person, on the pages of the one that is open. */
export const UnreadOfMember = ({ publisher }: { readonly publisher: string }): ReactNode => (
  <UnreadLink
    query={unreadOfMemberQuery()}
    link={(props) => <Link to="/portal/$publisher/notifications" params={{ publisher }} {...props} />}
  />
);
