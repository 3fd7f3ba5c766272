import { walletFacts } from '@kushk/contracts';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

export const OnBalanceLowHandler = noticeHandler(
  walletFacts.balanceLow,
  { reaction: 'on-wallet-changed', kind: 'wallet_low' },
  ({ available, threshold }) => ({ available, threshold }),
);
