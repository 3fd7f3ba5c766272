import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import { NoRolePage } from '@kushk/ui';

/** Leads to the inbox, which every member of an organisation has. */
export function HomePage(): ReactNode {
  if (currentOrganisation() === null) return <NoRolePage />;
  return <Navigate to="/inbox/{-$id}" params={{ id: undefined }} replace />;
}
