import { walletFacts } from '@kushk/contracts';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

export const OnWalletFrozenHandler = noticeHandler(
  walletFacts.walletFrozen,
  { reaction: 'on-wallet-changed', kind: 'wallet_frozen' },
  ({ by }) => ({ by }),
);
