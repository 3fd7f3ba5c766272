import { useState, type ReactNode } from 'react';
import { RadioCards, showToast, useTexts } from '@kushk/ui';
import { MuField } from '../store/mu-field.js';
import { amountOf } from '../store/mu.js';
import { WalletFormFrame } from './form-parts.js';
import { useSetThreshold } from './queries.js';
import type { WalletFormProps } from './wallet-dialog.js';

type Mode = 'default' | 'own';

/** The balance below which the plugin and the admins see that it is low. */
export function ThresholdForm({ id, wallet: { threshold }, onClose }: WalletFormProps): ReactNode {
  const { t } = useTexts();
  const [mode, setMode] = useState<Mode>(threshold === null ? 'default' : 'own');
  const [typed, setTyped] = useState(threshold);
  const save = useSetThreshold(id);
  const mu = amountOf(typed);
  const send = (): void =>
    save.mutate(mode === 'own' ? mu : null, {
      onSuccess: () => {
        onClose();
        showToast({ tone: 'good', message: t('wallet.threshold.saved') });
      },
    });
  return (
    <WalletFormFrame
      action={t('wallet.save')}
      isComplete={mode === 'default' || mu !== null}
      isPending={save.isPending}
      error={save.error}
      onSend={send}
      onClose={onClose}
    >
      <p>{t('wallet.threshold.what')}</p>
      <RadioCards
        label={t('wallet.threshold.title')}
        value={mode}
        onChange={(value) => setMode(value as Mode)}
        options={(['default', 'own'] as const).map((value) => ({
          value,
          title: t(`wallet.threshold.mode.${value}`),
          text: t(`wallet.threshold.mode.${value}.means`),
        }))}
      />
      {mode === 'own' && <MuField label={t('wallet.amount')} value={typed} onChange={setTyped} isRequired />}
    </WalletFormFrame>
  );
}
