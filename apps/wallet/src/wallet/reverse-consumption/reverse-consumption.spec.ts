import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, closed, granted, opened } from '../../../test/example-wallet.js';
import type { WalletFact } from '../wallet-facts.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { reversalStream, type Reversal } from '../../reversal/reversal.js';
import { reverseConsumption } from './reverse-consumption.js';

const consumed: WalletFact = {
  type: 'MuConsumed',
  data: {
    ...{ id: 'chg_1', holdId: null, endsOpenHold: false, service: 'ocr.page', count: 6, reference: null },
    ...{ rateMicroMu: '250000', amountMicroMu: '1500000', unreservedMicroMu: '0', month: '2026-10', at },
  },
};
const use = { id: 'chg_1', holdId: null, service: 'ocr.page', count: 6, rateMicroMu: '250000' };
const entry = { ...use, amountMicroMu: '1500000', giftedMicroMu: '1000000' };
const reverse =
  (overrides: Partial<typeof entry> = {}, organisationId = 'org_1') =>
  (states: { wallet: Wallet; reversal: Reversal }) =>
    reverseConsumption(
      {
        ...{ id: 'rvs_1', organisationId, entry: { ...entry, ...overrides }, reason: 'r', by: 'per_1' },
        ...{ month: '2026-11', at },
      },
      states,
    );
const streams = (...facts: readonly WalletFact[]) =>
  ({ wallet: [walletStream, ...facts], reversal: [reversalStream] }) as const;
const spent = streams(opened, granted(1_000_000n), granted(1_000_000n, 'purchase'), consumed);

describe('reverseConsumption', () => {
  it('returns MU to the kinds that they were taken from, and leaves the month of the consumption as it is', () => {
    given(spent)
      .when(reverse())
      .thenReplies({ availableMicroMu: 2_000_000n })
      .thenState({
        wallet: {
          giftedLeft: 1_000_000n,
          totals: { consumed: 1_500_000n, reversed: 1_500_000n },
          use: { month: '2026-10', consumed: 1_500_000n },
        },
        reversal: { reversedBy: 'rvs_1' },
      });
  });

  it('rejects a second reversal of the same entry', () => {
    given(spent)
      .when(reverse())
      .when(reverse())
      .thenRefuses('wallet.entry_reversed', { entry_id: 'chg_1', reversed_by: 'rvs_1' });
  });

  it('rejects an entry that has cost nothing, and wallets that are closed or of another organisation', () => {
    given(spent)
      .when(reverse({ amountMicroMu: '0', giftedMicroMu: '0' }))
      .thenRefuses('wallet.entry_not_reversible');
    given(spent).when(reverse({}, 'org_2')).thenRefuses('installation.not_found');
    given(streams(opened, closed)).when(reverse()).thenRefuses('wallet.closed');
  });
});
