import { walletLedger } from '@kushk/contracts';
import { controlsHandler } from '../change-controls/change-controls.handler.js';
import { freezeWallet } from './freeze-wallet.js';

export const FreezeWalletHandler = controlsHandler(walletLedger.freeze, {
  name: 'FreezeWallet',
  terms: ({ reason }) => ({ reason }),
  decide: freezeWallet,
});
