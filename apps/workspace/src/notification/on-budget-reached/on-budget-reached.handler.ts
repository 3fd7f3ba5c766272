import { walletFacts } from '@kushk/contracts';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

export const OnBudgetReachedHandler = noticeHandler(
  walletFacts.budgetReached,
  { reaction: 'on-wallet-changed', kind: 'budget_reached' },
  ({ service, budget, left }) => ({ service, available: left, threshold: budget }),
);
