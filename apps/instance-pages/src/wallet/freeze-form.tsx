import { useState, type ReactNode } from 'react';
import { showToast, TextField, useTexts } from '@kushk/ui';
import { REASON_MAX, WalletFormFrame } from './form-parts.js';
import { useFreeze, useUnfreeze } from './queries.js';
import type { WalletFormProps } from './wallet-dialog.js';
import classes from './wallet.module.css';

/** Stops holds and charges at once. */
export function FreezeForm({ id, onClose }: WalletFormProps): ReactNode {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const freeze = useFreeze(id);
  const send = (): void =>
    freeze.mutate(reason.trim(), {
      onSuccess: () => {
        onClose();
        showToast({ tone: 'good', message: t('wallet.freeze.done') });
      },
    });
  return (
    <WalletFormFrame
      action={t('wallet.freeze')}
      look="danger"
      isComplete={reason.trim() !== ''}
      isPending={freeze.isPending}
      error={freeze.error}
      onSend={send}
      onClose={onClose}
    >
      <ul className={classes.points}>
        <li>{t('wallet.freeze.refuses')}</li>
        <li>{t('wallet.freeze.goes_on')}</li>
        <li>{t('wallet.freeze.back')}</li>
      </ul>
      <TextField
        label={t('wallet.reason')}
        description={t('wallet.freeze.reason.who')}
        value={reason}
        onChange={setReason}
        isRequired
        isFirst
        maxLength={REASON_MAX}
      />
    </WalletFormFrame>
  );
}

/** Lets the plugin hold and consume again. */
export function UnfreezeForm({ id, wallet: { frozen }, onClose }: WalletFormProps): ReactNode {
  const { t } = useTexts();
  const unfreeze = useUnfreeze(id);
  const send = (): void =>
    unfreeze.mutate(undefined, {
      onSuccess: () => {
        onClose();
        showToast({ tone: 'good', message: t('wallet.unfreeze.done') });
      },
    });
  return (
    <WalletFormFrame
      action={t('wallet.unfreeze')}
      isComplete={frozen !== null}
      isPending={unfreeze.isPending}
      error={unfreeze.error}
      onSend={send}
      onClose={onClose}
    >
      <p>{t('wallet.unfreeze.what')}</p>
      {frozen !== null && (
        <blockquote dir="auto" className={classes.quote}>
          {frozen.reason}
        </blockquote>
      )}
    </WalletFormFrame>
  );
}
