import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NoRolePage, useRoles } from '@kushk/ui';

/** Leads to the first page of the person's role. */
export function HomePage(): ReactNode {
  const roles = useRoles();
  if (roles.has('operator') || roles.has('reviewer')) return <Navigate to="/review" replace />;
  if (roles.has('billing')) return <Navigate to="/usage" replace />;
  if (roles.has('publisher')) return <Navigate to="/portal" replace />;
  return <NoRolePage />;
}
