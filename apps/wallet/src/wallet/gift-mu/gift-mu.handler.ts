import { wallet } from '@kushk/contracts';
import { grantHandler } from '../grant-mu/grant-mu.handler.js';

export const GiftMuHandler = grantHandler(wallet.gift, 'GiftMu', ({ note }) => ({
  kind: 'gift',
  reference: null,
  note,
}));
