import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, closed, granted, opened } from '../example-wallet.js';
import { walletStream } from '../wallet.js';
import { closeWallet } from './close-wallet.js';

describe('closeWallet', () => {
  it('closes an open wallet and keeps its totals', () => {
    given(walletStream, opened, granted(5n))
      .when((wallet) => closeWallet({ at }, wallet))
      .thenFacts(closed)
      .thenState({ status: 'closed', totals: { gifted: 5n } });
  });

  it('appends no fact when the wallet is absent or closed', () => {
    given(walletStream)
      .when((wallet) => closeWallet({ at }, wallet))
      .thenFacts();
    given(walletStream, opened, closed)
      .when((wallet) => closeWallet({ at }, wallet))
      .thenFacts();
  });
});
