import { Navigate } from '@tanstack/react-router';
import { Puzzle } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { EmptyState, useSession, useTexts } from '@kushk/ui';

/** Opens the portal of the person's first publisher. */
export function PortalHome(): ReactNode {
  const { t } = useTexts();
  const [first] = useSession().publishers;
  if (first !== undefined) return <Navigate to="/portal/$publisher" params={{ publisher: first.id }} replace />;
  return (
    <EmptyState level={1} icon={<Puzzle />} title={t('portal.none')}>
      {t('portal.none.what')}
    </EmptyState>
  );
}
