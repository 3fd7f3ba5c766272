import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, closed, opened } from '../../../test/example-wallet.js';
import { freezeWallet } from '../freeze-wallet/freeze-wallet.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { unfreezeWallet } from './unfreeze-wallet.js';

const unfreeze =
  (organisationId = 'org_1') =>
  (wallet: Wallet) =>
    unfreezeWallet({ organisationId, by: 'per_1', at }, wallet);

describe('unfreezeWallet', () => {
  it('opens a frozen wallet again, and changes no open one', () => {
    given(walletStream, opened)
      .when((wallet) => freezeWallet({ organisationId: 'org_1', reason: 'r', by: 'per_1', at }, wallet))
      .when(unfreeze())
      .thenState({ status: 'open' })
      .when(unfreeze())
      .thenFacts();
  });

  it('rejects wallets that are closed or of another organisation', () => {
    given(walletStream, opened, closed).when(unfreeze()).thenRefuses('wallet.closed');
    given(walletStream, opened).when(unfreeze('org_2')).thenRefuses('installation.not_found');
  });
});
