import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, closed, granted, opened } from '../../../test/example-wallet.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { grantMu, type GrantMu } from './grant-mu.js';

const gift: GrantMu = {
  id: 'grt_1',
  organisationId: 'org_1',
  kind: 'gift',
  mu: '2.5',
  reference: null,
  note: 'welcome',
  by: 'per_1',
  month: '2026-11',
  at,
};
const grant =
  (overrides: Partial<GrantMu> = {}) =>
  (wallet: Wallet) =>
    grantMu({ ...gift, ...overrides }, wallet);

describe('grantMu', () => {
  it('adds the amount and counts gifts and purchases separately', () => {
    const { organisationId: _organisationId, mu: _mu, ...data } = gift;
    given(walletStream, opened)
      .when(grant())
      .thenFacts({ type: 'MuGranted', data: { ...data, amountMicroMu: '2500000' } })
      .thenReplies({ amountMicroMu: 2_500_000n, availableMicroMu: 2_500_000n, heldMicroMu: 0n })
      .when(grant({ kind: 'purchase', mu: '1', reference: 'INV-1', note: null }))
      .thenReplies({ availableMicroMu: 3_500_000n })
      .thenState({ totals: { gifted: 2_500_000n, purchased: 1_000_000n } });
  });

  it.each(['0', '-1', '1.0000001', '1e3', '٣', '9223372036854.775808'])('rejects the amount %p', (mu) => {
    given(walletStream, opened).when(grant({ mu })).thenRefuses('wallet.amount_invalid');
  });

  it('rejects a grant that raises the total above the largest amount', () => {
    given(walletStream, opened, granted(9_223_372_036_854_775_807n))
      .when(grant({ mu: '0.000001' }))
      .thenRefuses('wallet.amount_invalid', { max: '0' });
  });

  it('rejects a grant to an absent or closed wallet or to a wallet of another organisation', () => {
    given(walletStream, opened)
      .when(grant({ organisationId: 'org_2' }))
      .thenRefuses('installation.not_found');
    given(walletStream).when(grant()).thenRefuses('installation.not_found');
    given(walletStream, opened, closed).when(grant()).thenRefuses('wallet.closed');
  });
});
