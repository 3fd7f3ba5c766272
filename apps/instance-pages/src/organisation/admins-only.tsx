import { Lock } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { EmptyState, useTexts } from '@kushk/ui';

/** In place of a page that only admins may see: who can help. */
export function AdminsOnly(): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState icon={<Lock />} title={t('organisation.admins_only')}>
      {t('organisation.admins_only.what')}
    </EmptyState>
  );
}
