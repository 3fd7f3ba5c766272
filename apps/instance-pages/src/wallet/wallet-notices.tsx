import type { ComponentType, ReactNode } from 'react';
import { Button, day, moment, muText, Notice, useTexts } from '@kushk/ui';
import { isReached } from './amounts.js';
import type { Wallet } from './queries.js';
import type { OpenDialog } from './wallet-dialog-state.js';
import { useWho } from './who.js';
import classes from './wallet.module.css';

interface WalletNoticesProps {
  readonly wallet: Wallet;
  readonly onOpen: OpenDialog;
}

/** What refuses the plugin, or soon will: the most serious one only, since the others follow from it. */
export function WalletNotices(props: WalletNoticesProps): ReactNode {
  const NoticeOfStatus = notices[props.wallet.status];
  return <NoticeOfStatus {...props} />;
}

const notices: Readonly<Record<Wallet['status'], ComponentType<WalletNoticesProps>>> = {
  open: SpendingNotice,
  frozen: FrozenNotice,
  closed: SpendingNotice,
};

function FrozenNotice({ wallet: { frozen }, onOpen }: WalletNoticesProps): ReactNode {
  const { t, language } = useTexts();
  const who = useWho();
  if (frozen === null) return null;
  return (
    <Notice
      tone="bad"
      title={t('wallet.frozen')}
      actions={<Button onPress={() => onOpen({ kind: 'unfreeze' })}>{t('wallet.unfreeze')}</Button>}
    >
      <p>{t('wallet.frozen.by', { by: who(frozen.by), at: moment(new Date(frozen.at), language) })}</p>
      <blockquote dir="auto" className={classes.quote}>
        {frozen.reason}
      </blockquote>
      <p>{t('wallet.frozen.what')}</p>
    </Notice>
  );
}

function SpendingNotice({ wallet, onOpen }: WalletNoticesProps): ReactNode {
  const { t, language } = useTexts();
  const { available, budget, month } = wallet;
  if (isReached(budget.monthly, { consumed: month.consumed, held: wallet.held }))
    return (
      <Notice
        tone="warn"
        title={t('wallet.budget.spent')}
        actions={<Button onPress={() => onOpen({ kind: 'budget' })}>{t('wallet.budget.change')}</Button>}
      >
        <p>{t('wallet.budget.spent.what', { at: day(new Date(month.ends_at), language) })}</p>
      </Notice>
    );
  // A plugin without a plan charges nothing.
  if (!wallet.is_low || wallet.plan === null) return null;
  return (
    <Notice
      tone="warn"
      title={t(available === '0' ? 'wallet.empty' : 'wallet.low', { mu: muText(available, language) })}
    >
      <p>{t(available === '0' ? 'wallet.empty.what' : 'wallet.low.what')}</p>
    </Notice>
  );
}
