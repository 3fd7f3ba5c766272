import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function InboxPage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('inbox.title')} />
    </Page>
  );
}
