import { useState, type ReactNode } from 'react';
import { Facts, muText, showToast, TextField, useTexts } from '@kushk/ui';
import { momentWithYear } from '../records/times.js';
import { REASON_MAX, WalletFormFrame } from './form-parts.js';
import { useReverse } from './queries.js';
import type { ShownEntry } from './shown-entry.js';
import { useServiceName } from './use-service-name.js';
import type { WalletFormProps } from './wallet-dialog.js';

/** Gives a whole consumption back to where it came from. */
export function ReverseForm({ id, entry, onClose }: WalletFormProps & { readonly entry: ShownEntry }): ReactNode {
  const { t, language } = useTexts();
  const nameOf = useServiceName(id);
  const [reason, setReason] = useState('');
  const reverse = useReverse(id);
  const mu = muText(entry.mu, language);
  const send = (): void =>
    reverse.mutate(
      { entry_id: entry.id, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose();
          showToast({ tone: 'good', message: t('wallet.reverse.done', { mu }) });
        },
      },
    );
  return (
    <WalletFormFrame
      action={t('wallet.reverse')}
      isComplete={reason.trim() !== ''}
      isPending={reverse.isPending}
      error={reverse.error}
      onSend={send}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('wallet.service'), <bdi>{nameOf(entry.service ?? '')}</bdi>],
          [t('wallet.entries.mu'), mu],
          [t('wallet.entries.at'), momentWithYear(new Date(entry.at), language)],
        ]}
      />
      <p>{t('wallet.reverse.what')}</p>
      <TextField
        label={t('wallet.reason')}
        value={reason}
        onChange={setReason}
        isRequired
        isFirst
        maxLength={REASON_MAX}
      />
    </WalletFormFrame>
  );
}
