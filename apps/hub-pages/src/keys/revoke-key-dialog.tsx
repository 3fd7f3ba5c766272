import type { ReactNode } from 'react';
import { showToast, useTexts } from '@kushk/ui';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';

interface RevokeKeyDialogProps {
  /** The label of the key. */
  readonly label: string;
  readonly revoke: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before a publisher key is revoked, for the operator and for the publisher. */
export function RevokeKeyDialog({ label, revoke, onClose }: RevokeKeyDialogProps): ReactNode {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      title={t('keys.revoke.title', { name: label })}
      text={t('keys.revoke.what')}
      action={t('keys.revoke.do')}
      isDanger
      run={revoke}
      onClose={(isDone) => {
        onClose();
        if (isDone) showToast({ tone: 'good', message: t('keys.revoked.done', { name: label }) });
      }}
    />
  );
}
