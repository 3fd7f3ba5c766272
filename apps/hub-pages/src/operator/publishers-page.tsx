import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function PublishersPage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('operator.title')} />
    </Page>
  );
}
