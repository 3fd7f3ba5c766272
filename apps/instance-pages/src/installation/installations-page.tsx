import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function InstallationsPage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('installation.title')} />
    </Page>
  );
}
