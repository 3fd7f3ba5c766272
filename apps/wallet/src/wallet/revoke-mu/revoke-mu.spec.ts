import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, closed, consumePages, granted, opened } from '../../../test/example-wallet.js';
import { consumeMu } from '../consume-mu/consume-mu.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { revokeMu, type RevokeMu } from './revoke-mu.js';

const revoke =
  (kind: RevokeMu['kind'], mu: string, organisationId = 'org_1') =>
  (wallet: Wallet) =>
    revokeMu({ id: 'rvk_1', organisationId, kind, mu, reason: 'r', by: 'per_1', month: '2026-11', at }, wallet);
const mixed = given(walletStream, opened, granted(1_000_000n), granted(2_000_000n, 'purchase'));

describe('revokeMu', () => {
  it('takes at most what is left of the kind, of which gifts are consumed first', () => {
    const used = mixed.when((wallet) => consumeMu(consumePages(3), wallet));
    used.when(revoke('gift', '0.250001')).thenRefuses('wallet.insufficient_balance', {
      required: '0.250001',
      available: '0.25',
    });
    used
      .when(revoke('gift', '0.25'))
      .thenReplies({ amountMicroMu: 250_000n, availableMicroMu: 2_000_000n })
      .thenState({ giftedLeft: 0n, totals: { revoked: 250_000n } });
  });

  it('reports a balance that becomes low', () => {
    mixed.when(revoke('purchase', '1.9')).thenFactsMatch({ type: 'MuRevoked' });
    mixed
      .when(revoke('purchase', '2'))
      .when(revoke('gift', '0.8'))
      .thenFactsMatch({ type: 'MuRevoked' }, { type: 'BalanceLow' });
  });

  it('rejects invalid amounts, and wallets that are closed, absent or of another organisation', () => {
    for (const mu of ['0', '-1', '1.0000001', 'x']) mixed.when(revoke('gift', mu)).thenRefuses('wallet.amount_invalid');
    mixed.when(revoke('gift', '1', 'org_2')).thenRefuses('installation.not_found');
    given(walletStream).when(revoke('gift', '1')).thenRefuses('installation.not_found');
    given(walletStream, opened, closed).when(revoke('gift', '1')).thenRefuses('wallet.closed');
  });
});
