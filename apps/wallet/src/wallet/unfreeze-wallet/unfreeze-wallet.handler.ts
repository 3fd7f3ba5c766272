import { walletLedger } from '@kushk/contracts';
import { controlsHandler } from '../change-controls/change-controls.handler.js';
import { unfreezeWallet } from './unfreeze-wallet.js';

export const UnfreezeWalletHandler = controlsHandler(walletLedger.unfreeze, {
  name: 'UnfreezeWallet',
  terms: () => ({}),
  decide: unfreezeWallet,
});
