import { useState, type ReactNode } from 'react';
import { Button, lazyPart, useTexts } from '@kushk/ui';
import type { Release } from './queries.js';

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.js')).AppealDialog);

/** Offers the one appeal against a rejection. */
export function Appeal({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { status, appeal, decided_at: rejectedAt } = release;
  if (status !== 'rejected' || appeal !== null || rejectedAt === null) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('portal.appeal')}</Button>
      {isOpen && <AppealDialog release={release} rejectedAt={rejectedAt} onClose={() => setOpen(false)} />}
    </>
  );
}
