import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import type { RemainderFact } from '../../remainder/remainder.js';
import { at, closed, noWallet, openBasic, opened, priceList } from '../../../test/example-wallet.js';
import { openWallet } from './open-wallet.js';

const left: Extract<RemainderFact, { type: 'InstallationRemoved' }> = {
  type: 'InstallationRemoved',
  data: { installationId: 'ins_0', leftMicroMu: '750000', frozen: null, limits: null, at },
};
const limits = {
  budget: { monthly: '1000000', services: { 'ocr.page': '900000' } },
  thresholdMicroMu: '5',
  use: { month: '2026-11', services: { 'ocr.page': '750000' } },
};

describe('openWallet', () => {
  it('opens a wallet with the rates of its plan and stores the whole price list in a separate stream', () => {
    given(noWallet)
      .when((states) => openWallet(openBasic, states))
      .thenFactsOf({
        wallet: [opened],
        priceList: [{ type: 'PriceListSet', data: { priceList, at } }],
        remainder: [{ type: 'InstallationOpened', data: { installationId: 'ins_1', takenMicroMu: '0', at } }],
      });
  });

  it('opens a wallet without rates when there is no plan', () => {
    given(noWallet)
      .when((states) => openWallet({ ...openBasic, plan: null }, states))
      .thenState({ wallet: { status: 'open', plan: null, prices: { rates: null } } });
  });

  it('takes over what earlier installations of the plugin have left, as purchased MU', () => {
    given({ ...noWallet, remainder: [...noWallet.remainder, left] })
      .when((states) => openWallet(openBasic, states))
      .thenState({
        wallet: { totals: { carriedIn: 750_000n, purchased: 0n }, giftedLeft: 0n },
        remainder: { microMu: '0', openInstallation: 'ins_1' },
      });
  });

  it('opens frozen when the removed wallet was frozen, so that a new installation does not end a freeze', () => {
    const frozen = { reason: 'misuse', by: 'per_9', at: '2026-10-01T08:00:00.000Z' };
    for (const leftMicroMu of ['750000', '0'])
      given({
        ...noWallet,
        remainder: [...noWallet.remainder, { ...left, data: { ...left.data, leftMicroMu, frozen } }],
      })
        .when((states) => openWallet(openBasic, states))
        .thenState({ wallet: { status: 'frozen', frozen }, remainder: { frozen: null } });
  });

  it('carries budget, threshold and the use of the month, so that a new installation ends no budget', () => {
    given({ ...noWallet, remainder: [...noWallet.remainder, { ...left, data: { ...left.data, limits } }] })
      .when((states) => openWallet(openBasic, states))
      .thenState({
        wallet: {
          budget: limits.budget,
          thresholdMicroMu: '5',
          use: { month: '2026-11', consumed: 750_000n, services: { 'ocr.page': { consumed: 750_000n, held: 0n } } },
        },
        remainder: { limits: null },
      });
  });

  it('appends no fact when the wallet exists or has been closed', () => {
    for (const history of [[opened], [opened, closed]])
      given({ ...noWallet, wallet: [...noWallet.wallet, ...history] })
        .when((states) => openWallet(openBasic, states))
        .thenFacts();
  });
});
