import type { ReactNode } from 'react';
import { Page, PageHead, useTexts } from '@kushk/ui';

export function PeoplePage(): ReactNode {
  const { t } = useTexts();
  return (
    <Page>
      <PageHead title={t('organisation.title')} />
    </Page>
  );
}
