import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function CasesPage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('records.title')} />
    </Page>
  );
}
