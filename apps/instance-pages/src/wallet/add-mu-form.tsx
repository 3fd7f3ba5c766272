import { useState, type ReactNode } from 'react';
import { muText, RadioCards, showToast, TextField, useTexts } from '@kushk/ui';
import { usePurchaseKinds } from '../store/install/use-purchase-kinds.js';
import { MuField } from '../store/mu-field.js';
import { amountOf } from '../store/mu.js';
import { sumOf } from './amounts.js';
import { WalletFormFrame } from './form-parts.js';
import { useAddMu, type MuKind } from './queries.js';
import type { WalletFormProps } from './wallet-dialog.js';

const TEXT_MAX = { purchase: 200, gift: 1_000 } as const;

/** Adds MU as a gift, or as a purchase for those who may. */
export function AddMuForm({ id, wallet: { available }, onClose }: WalletFormProps): ReactNode {
  const { t, language } = useTexts();
  const kinds = usePurchaseKinds();
  const [kind, setKind] = useState<MuKind>(kinds[0] ?? 'gift');
  const [typed, setTyped] = useState<string | null>(null);
  const [text, setText] = useState('');
  const add = useAddMu(id);
  const mu = amountOf(typed);
  const send = (): void => {
    if (mu === null) return;
    add.mutate(
      { kind, mu, text },
      {
        onSuccess: () => {
          onClose();
          showToast({ tone: 'good', message: t('wallet.added', { mu: muText(mu, language) }) });
        },
      },
    );
  };
  return (
    <WalletFormFrame
      action={t('wallet.add')}
      isComplete={mu !== null}
      isPending={add.isPending}
      error={add.error}
      onSend={send}
      onClose={onClose}
    >
      <p>{t('wallet.add.what')}</p>
      {kinds.length > 1 && (
        <RadioCards
          label={t('wallet.add.kind')}
          value={kind}
          onChange={(value) => setKind(value as MuKind)}
          options={kinds.map((value) => ({
            value,
            title: t(`wallet.kind.${value}`),
            text: t(`wallet.add.${value}.means`),
          }))}
        />
      )}
      <MuField
        label={t('wallet.amount')}
        description={mu === null ? undefined : t('wallet.amount.after', { mu: muText(sumOf(available, mu), language) })}
        value={typed}
        onChange={setTyped}
        isRequired
      />
      <TextField
        label={t(kind === 'purchase' ? 'wallet.add.reference' : 'wallet.add.note')}
        value={text}
        onChange={setText}
        maxLength={TEXT_MAX[kind]}
      />
    </WalletFormFrame>
  );
}
