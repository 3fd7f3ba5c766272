import { useState, type ReactNode } from 'react';
import { Button, muText, Notice, RadioCards, showToast, TextField, useTexts } from '@kushk/ui';
import { MuField } from '../store/mu-field.js';
import { amountOf } from '../store/mu.js';
import { isMore, smallerOf } from './amounts.js';
import { REASON_MAX, WalletFormFrame } from './form-parts.js';
import { useRevokeMu, type MuKind } from './queries.js';
import type { WalletFormProps } from './wallet-dialog.js';
import classes from './wallet.module.css';

/** Takes back what is left of gifts or purchases, without what is held. */
export function RevokeMuForm({ id, wallet: { available, remaining }, onClose }: WalletFormProps): ReactNode {
  const { t, language } = useTexts();
  const mostOf: Readonly<Record<MuKind, string>> = {
    gift: smallerOf(available, remaining.gifted),
    purchase: smallerOf(available, remaining.purchased),
  };
  const kinds = (['gift', 'purchase'] as const).filter((one) => mostOf[one] !== '0');
  const [chosen, setKind] = useState<MuKind>(kinds[0] ?? 'gift');
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? 'gift');
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const revoke = useRevokeMu(id);
  const most = mostOf[kind];
  const mu = amountOf(typed);
  const isTooMuch = mu !== null && isMore(mu, most);
  const send = (): void => {
    if (mu === null) return;
    revoke.mutate(
      { kind, mu, reason: reason.trim() },
      {
        onSuccess: () => {
          onClose();
          showToast({ tone: 'good', message: t('wallet.revoked', { mu: muText(mu, language) }) });
        },
      },
    );
  };
  return (
    <WalletFormFrame
      action={t('wallet.revoke')}
      look="danger"
      isComplete={mu !== null && !isTooMuch && reason.trim() !== ''}
      isPending={revoke.isPending}
      error={revoke.error}
      onSend={send}
      onClose={onClose}
    >
      <p>{t('wallet.revoke.what')}</p>
      {kinds.length === 0 && <Notice tone="info" title={t('wallet.revoke.nothing')} />}
      {kinds.length > 1 && <KindChoice kinds={kinds} kind={kind} mostOf={mostOf} onChange={setKind} />}
      <div className={classes.withButton}>
        <MuField
          label={t('wallet.amount')}
          description={t('wallet.revoke.most', { mu: muText(most, language) })}
          value={typed}
          onChange={setTyped}
          isRequired
          problems={isTooMuch ? [t('wallet.revoke.too_much', { mu: muText(most, language) })] : []}
        />
        <Button onPress={() => setTyped(most)}>{t('wallet.revoke.all')}</Button>
      </div>
      <TextField label={t('wallet.reason')} value={reason} onChange={setReason} isRequired maxLength={REASON_MAX} />
    </WalletFormFrame>
  );
}

interface KindChoiceProps {
  readonly kinds: readonly MuKind[];
  readonly kind: MuKind;
  readonly mostOf: Readonly<Record<MuKind, string>>;
  readonly onChange: (kind: MuKind) => void;
}

function KindChoice({ kinds, kind, mostOf, onChange }: KindChoiceProps): ReactNode {
  const { t, language } = useTexts();
  return (
    <RadioCards
      label={t('wallet.revoke.kind')}
      value={kind}
      onChange={(value) => onChange(value as MuKind)}
      options={kinds.map((value) => ({
        value,
        title: t(`wallet.kind.${value}`),
        text: t('wallet.revoke.most', { mu: muText(mostOf[value], language) }),
      }))}
    />
  );
}
