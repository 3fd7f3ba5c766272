import { useState, type ReactNode } from 'react';
import { Button, showToast, useTexts } from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { usePublisher } from './publisher-pages.js';
import { withdrawRelease, type Release } from './queries.js';

/** Only the operator withdraws a suspended release. */
const WITHDRAWABLE: readonly string[] = [
  'submitted',
  'in_review',
  'approved',
  'published',
] satisfies Release['status'][];

export function WithdrawDialog({ release: { plugin_id, version, status } }: { readonly release: Release }): ReactNode {
  const { t } = useTexts();
  const publisher = usePublisher();
  const [isOpen, setOpen] = useState(false);
  const isPossible = WITHDRAWABLE.includes(status);
  return (
    <>
      {isPossible && <Button onPress={() => setOpen(true)}>{t('portal.withdraw')}</Button>}
      {isOpen && (
        <ConfirmDialog
          title={t('portal.withdraw.title', { version })}
          text={t(status === 'published' ? 'portal.withdraw.published' : 'portal.withdraw.what')}
          action={t('portal.withdraw.do')}
          isDanger
          {...(status === 'published' && { name: plugin_id })}
          reason={{ label: t('portal.withdraw.reason'), hint: t('portal.withdraw.reason.hint') }}
          run={(reason) => withdrawRelease({ publisher_id: publisher.id, plugin_id, version }, reason)}
          onClose={(isDone) => {
            setOpen(false);
            if (isDone) showToast({ tone: 'good', message: t('portal.withdraw.done', { version }) });
          }}
        />
      )}
    </>
  );
}
