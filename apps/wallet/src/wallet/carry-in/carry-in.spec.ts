import { describe, it } from '@jest/globals';
import { MAX_MICRO_MU } from '@kushk/manifest';
import { given } from '@kushk/testing/given';
import { remainderStream, type RemainderFact } from '../../remainder/remainder.js';
import { at, closed, granted, opened } from '../../../test/example-wallet.js';
import type { WalletFact } from '../wallet-facts.js';
import { walletStream } from '../wallet-stream.js';
import { carryIn } from './carry-in.js';

const left: Extract<RemainderFact, { type: 'InstallationRemoved' }> = {
  type: 'InstallationRemoved',
  data: { installationId: 'ins_0', leftMicroMu: '7', frozen: null, limits: null, at },
};
const carry = { id: 'car_1', installationId: 'ins_1', month: '2026-11', at };
const limits = {
  budget: { monthly: '1000000', services: { 'ocr.page': '900000' } },
  thresholdMicroMu: '5',
  use: { month: '2026-11', services: { 'ocr.page': '750000' } },
};

describe('carryIn', () => {
  it('adds what is left as purchased MU, once', () => {
    given({ wallet: [walletStream, opened], remainder: [remainderStream, left] })
      .when((states) => carryIn(carry, states))
      .thenState({ wallet: { totals: { carriedIn: 7n }, giftedLeft: 0n }, remainder: { microMu: '0' } })
      .when((states) => carryIn(carry, states))
      .thenFacts();
  });

  it('leaves what the wallet cannot take', () => {
    given({ wallet: [walletStream, opened, granted(MAX_MICRO_MU - 5n)], remainder: [remainderStream, left] })
      .when((states) => carryIn(carry, states))
      .thenState({ wallet: { totals: { carriedIn: 5n } }, remainder: { microMu: '2' } });
  });

  it('freezes the wallet when the removed wallet was frozen, even when nothing is left', () => {
    const frozen = { reason: 'misuse', by: 'per_9', at };
    for (const leftMicroMu of ['7', '0'])
      given({
        wallet: [walletStream, opened],
        remainder: [remainderStream, { ...left, data: { ...left.data, leftMicroMu, frozen } }],
      })
        .when((states) => carryIn(carry, states))
        .thenState({ wallet: { status: 'frozen', frozen }, remainder: { microMu: '0', frozen: null } })
        .when((states) => carryIn(carry, states))
        .thenFacts();
  });

  it('adds the use of the month, and takes the limits where an admin has set none', () => {
    const own: WalletFact = { type: 'BudgetSet', data: { monthly: '7', services: {}, by: 'per_1', at } };
    const used = (month: string): WalletFact => ({
      type: 'LimitsCarriedIn',
      data: { ...limits, thresholdMicroMu: null, use: { month, services: { 'ocr.page': '1' } }, at },
    });
    const removed = { ...left, data: { ...left.data, leftMicroMu: '0', limits } };
    for (const [before, expected] of [
      [[own, used('2026-11')], { budget: { monthly: '7' }, thresholdMicroMu: '5', use: { consumed: 750_001n } }],
      [[used('2026-10')], { budget: limits.budget, use: { month: '2026-11', consumed: 750_000n } }],
      [[used('2026-12')], { use: { month: '2026-12', consumed: 1n } }],
    ] as const)
      given({ wallet: [walletStream, opened, ...before], remainder: [remainderStream, removed] })
        .when((states) => carryIn(carry, states))
        .thenState({ wallet: expected, remainder: { limits: null } })
        .when((states) => carryIn(carry, states))
        .thenFacts();
  });

  it('appends no fact when the wallet is absent or closed', () => {
    for (const history of [[], [opened, closed]])
      given({ wallet: [walletStream, ...history], remainder: [remainderStream, left] })
        .when((states) => carryIn(carry, states))
        .thenFacts();
  });
});
