import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function AppPage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('embedded.title')} />
    </Page>
  );
}
