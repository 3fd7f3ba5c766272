import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, useTexts } from '@kushk/ui';

/** Shown for an address that is no page. */
export function NotFound(): ReactNode {
  const { t } = useTexts();
  return (
    <EmptyState icon={<SearchX />} title={t('gone')}>
      {location.pathname}
    </EmptyState>
  );
}
