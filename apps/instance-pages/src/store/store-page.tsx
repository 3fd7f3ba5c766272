import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function StorePage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('store.title')} />
    </Page>
  );
}
