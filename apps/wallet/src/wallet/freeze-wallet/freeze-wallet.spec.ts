import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { consumeMu } from '../consume-mu/consume-mu.js';
import { at, closed, consumePages, granted, opened } from '../../../test/example-wallet.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { freezeWallet } from './freeze-wallet.js';

const freeze =
  (reason: string, organisationId = 'org_1') =>
  (wallet: Wallet) =>
    freezeWallet({ organisationId, reason, by: 'per_1', at }, wallet);

describe('freezeWallet', () => {
  it('stops charges and keeps the first reason', () => {
    given(walletStream, opened, granted(5_000_000n))
      .when(freeze('a dispute'))
      .thenFactsMatch(
        { type: 'WalletFrozen', data: { reason: 'a dispute' } },
        { type: 'FreezeReported', data: { installationId: 'ins_1', organisationId: 'org_1', by: 'per_1', at } },
      )
      .thenState({ status: 'frozen', frozen: { reason: 'a dispute', by: 'per_1', at } })
      .when(freeze('another one'))
      .thenFacts()
      .thenReplies({ frozen: { reason: 'a dispute' } })
      .when((wallet) => consumeMu(consumePages(1), wallet))
      .thenRefuses('wallet.frozen');
  });

  it('rejects wallets that are closed or of another organisation', () => {
    given(walletStream, opened, closed).when(freeze('r')).thenRefuses('wallet.closed');
    given(walletStream, opened).when(freeze('r', 'org_2')).thenRefuses('installation.not_found');
  });
});
