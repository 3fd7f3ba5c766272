import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentOrganisation } from '@kushk/api-client';
import { NoRolePage, useRoles } from '@kushk/ui';

/** Leads to the inbox, which every member of an organisation has, or to the first page of the platform's staff. */
export function HomePage(): ReactNode {
  const roles = useRoles();
  if (currentOrganisation() === null)
    return roles.has('platform_admin') ? <Navigate to="/organisations" replace /> : <NoRolePage />;
  return <Navigate to="/inbox/{-$id}" params={{ id: undefined }} replace />;
}
