import { expect } from '@jest/globals';
import { wallet } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { walletStream } from './wallet/wallet-stream.js';
import { availableOf } from './wallet/wallet.js';
import { walletStore } from './store.module.js';
import { WalletModule } from './wallet.module.js';

const NOT_REACHED = 'no journey that was recorded reaches it';

describeRecordedLogs({
  name: 'wallet',
  module: WalletModule,
  store: walletStore,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'wallet BudgetReached': 'is newer than the recorded version',
    'wallet FreezeReported': 'is newer than the recorded version',
    'wallet MuCarriedIn': NOT_REACHED,
    'wallet ThresholdSet': NOT_REACHED,
    'hold HoldExpired': NOT_REACHED,
    'remainder RemainderTaken': NOT_REACHED,
  },
  async expectServed(service, log) {
    for (const [installation_id, state] of log.statesOf(walletStream)) {
      if (state.status === 'absent') continue;
      const found = await service.reply(wallet.getWallet, { installation_id });
      expect(found).toMatchObject({ status: state.status, available: formatMu(availableOf(state.totals)) });
    }
  },
});
