import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function QueuePage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('review.title')} />
    </Page>
  );
}
