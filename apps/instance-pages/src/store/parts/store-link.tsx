import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '@kushk/ui';

export function StoreLink(): ReactNode {
  const { t } = useTexts();
  return (
    <Link to="/store" activeOptions={{ exact: true }}>
      {t('store.title')}
    </Link>
  );
}
