import { useState, type ReactNode } from 'react';
import type { APPEAL_DAYS } from '@kushk/contracts';
import { Button, lazyPart, useNow, useTexts } from '@kushk/ui';
import type { Release } from './queries.js';

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.js')).AppealDialog);

const DAYS: typeof APPEAL_DAYS = 30;
const MS_PER_DAY = 86_400_000;

/** Offers the one appeal against a rejection, until its time is over. */
export function Appeal({ release }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const now = useNow();
  const { status, appeal, decided_at: rejectedAt } = release;
  if (status !== 'rejected' || appeal !== null || rejectedAt === null) return null;
  const until = Date.parse(rejectedAt) + DAYS * MS_PER_DAY;
  if (until < now) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('portal.appeal')}</Button>
      {isOpen && <AppealDialog release={release} until={new Date(until)} onClose={() => setOpen(false)} />}
    </>
  );
}
