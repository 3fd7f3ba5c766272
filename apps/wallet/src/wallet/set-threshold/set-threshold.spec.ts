import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { consumeMu } from '../consume-mu/consume-mu.js';
import { at, closed, consumePages, granted, opened } from '../../../test/example-wallet.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { setThreshold } from './set-threshold.js';

const set =
  (mu: string | null, organisationId = 'org_1') =>
  (wallet: Wallet) =>
    setThreshold({ organisationId, mu, by: 'per_1', at }, wallet);
const wallet = given(walletStream, opened, granted(10_000_000n));

describe('setThreshold', () => {
  it('reports a low balance when the balance falls below it', () => {
    wallet
      .when(set('9.75'))
      .thenFactsMatch({ type: 'ThresholdSet' })
      .when((state) => consumeMu(consumePages(1), state))
      .thenFactsMatch({ type: 'MuConsumed' })
      .when((state) => consumeMu(consumePages(1), state))
      .thenFactsMatch({ type: 'MuConsumed' }, { type: 'BalanceLow', data: { thresholdMicroMu: '9750000' } });
  });

  it('reports a balance that is already below it at once, and again after a lower one', () => {
    const low = wallet.when(set('11')).thenFactsMatch({ type: 'ThresholdSet' }, { type: 'BalanceLow' });
    low.when(set('12')).thenFactsMatch({ type: 'ThresholdSet' });
    low
      .when(set(null))
      .thenState({ lowBalanceReported: false, thresholdMicroMu: null })
      .when(set('11'))
      .thenFactsMatch({ type: 'ThresholdSet' }, { type: 'BalanceLow' });
  });

  it('rejects invalid amounts, and wallets that are closed or of another organisation', () => {
    wallet.when(set('-1')).thenRefuses('wallet.amount_invalid');
    wallet.when(set('1', 'org_2')).thenRefuses('installation.not_found');
    given(walletStream, opened, closed).when(set('1')).thenRefuses('wallet.closed');
  });
});
