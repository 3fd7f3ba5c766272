import type { ReactNode } from 'react';
import { day, StateDot, useTexts } from '@kushk/ui';
import { isReached } from './amounts.js';
import type { PluginWallet } from './queries.js';

interface WalletProps {
  readonly wallet: PluginWallet;
}
interface WalletStateProps extends WalletProps {
  /** A plugin without a plan charges nothing, so its wallet may be empty. */
  readonly isFree?: boolean;
}
const tones = { frozen: 'bad', empty: 'bad', budget: 'warn', low: 'warn' } as const;

/** What refuses the plugin, or soon will; null for a wallet that needs no attention. */
export function walletState(wallet: PluginWallet): keyof typeof tones | null {
  const { status, is_low, available, held, budget, consumed_this_month: consumed } = wallet;
  if (status === 'frozen') return 'frozen';
  if (available === '0') return 'empty';
  if (isReached(budget.monthly, { consumed, held })) return 'budget';
  return is_low ? 'low' : null;
}

export function WalletState({ wallet, isFree = false }: WalletStateProps): ReactNode {
  const { t } = useTexts();
  const state = walletState(wallet);
  if (isFree && state !== 'frozen') return <StateDot>{t('store.free')}</StateDot>;
  return state && <StateDot tone={tones[state]}>{t(`wallets.state.${state}`)}</StateDot>;
}

/** Until when the balance is enough; nothing for one that was not used last month, of which there is no forecast. */
export function EnoughUntil({ wallet: { enough_until: until } }: WalletProps): ReactNode {
  const { t, language } = useTexts();
  if (until === null) return null;
  return (
    <time dateTime={until}>{t('wallets.enough.until', { day: day(new Date(`${until}T12:00:00Z`), language) })}</time>
  );
}
