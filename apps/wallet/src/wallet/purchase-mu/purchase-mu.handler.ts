import { wallet } from '@kushk/contracts';
import { grantHandler } from '../grant-mu/grant-mu.handler.js';

export const PurchaseMuHandler = grantHandler(wallet.purchase, 'PurchaseMu', ({ reference }) => ({
  kind: 'purchase',
  reference,
  note: null,
}));
