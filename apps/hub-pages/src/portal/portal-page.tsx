import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function PortalPage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('portal.title')} />
    </Page>
  );
}
