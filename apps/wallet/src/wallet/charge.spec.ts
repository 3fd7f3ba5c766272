import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { cannotPay, chargeFor, isCount, lowBalanceFacts, warningFacts } from './charge.js';
import { at, granted, heldMu, opened, pageCosts } from '../../test/example-wallet.js';
import type { WalletFact } from './wallet-facts.js';
import { walletStream } from './wallet-stream.js';
import type { ActiveWallet } from './wallet.js';

const walletOf = (...facts: WalletFact[]) => fold(walletStream, [opened, ...facts]) as ActiveWallet;

const budget = (monthly: string | null, services: Readonly<Record<string, string>>): WalletFact => ({
  type: 'BudgetSet',
  data: { monthly, services, by: 'per_1', at },
});
const held = (service: string, amountMicroMu: string): WalletFact => heldMu('hld_1', amountMicroMu, service);
const consumed = (service: string, amountMicroMu: string): WalletFact => ({
  type: 'MuConsumed',
  data: {
    ...{ id: 'chg_1', holdId: null, endsOpenHold: false, service, count: 1, reference: null },
    ...{ rateMicroMu: amountMicroMu, amountMicroMu, unreservedMicroMu: '0', month: '2026-11', at },
  },
});

describe('chargeFor', () => {
  it('multiplies count and rate exactly, up to the largest amount', () => {
    expect(chargeFor(walletOf(pageCosts('9223372036')), 'ocr.page', 1_000_000_000)).toEqual({
      amountMicroMu: 9_223_372_036_000_000_000n,
      rateMicroMu: 9_223_372_036n,
    });
    expect(chargeFor(walletOf(pageCosts('9223372037')), 'ocr.page', 1_000_000_000)).toMatchObject({
      refusal: { code: 'wallet.count_invalid', params: { max: 999_999_999 } },
    });
  });

  it('prices a free service at zero', () => {
    expect(chargeFor(walletOf(pageCosts('0')), 'ocr.page', 7)).toEqual({ amountMicroMu: 0n, rateMicroMu: 0n });
  });
});

describe('isCount', () => {
  it('accepts integers from the minimum to 1,000,000,000', () => {
    expect([0, 1, 1_000_000_000].map((count) => isCount(count, 1))).toEqual([false, true, true]);
    expect([1.5, Number.NaN, 1_000_000_001].map((count) => isCount(count, 0))).toEqual([false, false, false]);
  });
});

describe('cannotPay', () => {
  const planned = (amountMicroMu: bigint, month = '2026-11') => ({ service: 'ocr.page', month, amountMicroMu });

  it('allows a charge up to the whole balance and rejects a larger one', () => {
    const wallet = walletOf(granted(500_000n));
    expect(cannotPay(wallet, planned(500_000n))).toBeNull();
    expect(cannotPay(wallet, planned(500_001n))).toMatchObject({
      refusal: { code: 'wallet.insufficient_balance', params: { required: '0.500001', available: '0.5' } },
    });
  });

  it('rejects what exceeds the budget of a service or of all services with what is consumed and held this month', () => {
    const wallet = walletOf(
      granted(100_000_000n),
      budget('2000000', { 'ocr.page': '1500000' }),
      consumed('ocr.page', '700000'),
      held('ocr.page', '300000'),
    );
    expect(cannotPay(wallet, planned(500_000n))).toBeNull();
    const used = { month: '2026-11', consumed: '0.7', held: '0.3' };
    expect(cannotPay(wallet, planned(500_001n))).toMatchObject({
      refusal: { code: 'wallet.budget_exceeded', params: { ...used, service: 'ocr.page', budget: '1.5' } },
    });
    expect(cannotPay(wallet, { ...planned(1_000_001n), service: 'ocr.table' })).toMatchObject({
      refusal: {
        code: 'wallet.budget_exceeded',
        params: { ...used, service: null, budget: '2', required: '1.000001' },
      },
    });
  });

  it('starts the budgets again in a new month, with what is still held', () => {
    const limits = budget('1000000', {});
    const wallet = walletOf(granted(100_000_000n), limits, consumed('ocr.page', '1000000'), held('ocr.page', '300000'));
    expect(cannotPay(wallet, planned(1n))).not.toBeNull();
    expect(cannotPay(wallet, planned(700_000n, '2026-12'))).toBeNull();
    expect(cannotPay(wallet, planned(700_001n, '2026-12'))).not.toBeNull();
  });

  it('lets a free service pass a budget that is used up', () => {
    const wallet = walletOf(granted(5n), budget('0', {}));
    expect(cannotPay(wallet, planned(0n))).toBeNull();
    expect(cannotPay(wallet, planned(1n))).not.toBeNull();
  });
});

describe('lowBalanceFacts', () => {
  it('reports a balance below a tenth of all granted MU, but not a balance of exactly a tenth', () => {
    const wallet = walletOf(granted(1_000_000n));
    expect(lowBalanceFacts(wallet, 900_000n, at)).toEqual([]);
    expect(lowBalanceFacts(wallet, 900_001n, at)).toMatchObject([
      { type: 'BalanceLow', data: { availableMicroMu: '99999', thresholdMicroMu: '100000' } },
    ]);
  });

  it('never reports a wallet that has no granted MU', () => {
    expect(lowBalanceFacts(walletOf(), 0n, at)).toEqual([]);
  });
});

describe('warningFacts', () => {
  const reached = (wallet: ActiveWallet, amountMicroMu: bigint, month = '2026-11') =>
    warningFacts(wallet, { service: 'ocr.page', month, amountMicroMu }, at).map(({ data }) => data);
  const ofService = { service: 'ocr.page', budgetMicroMu: '1000', usedMicroMu: '901', month: '2026-11' };

  it('reports a budget once a month when less than a tenth is left, and again after it was set', () => {
    const limits = [granted(100_000_000n), budget('2000', { 'ocr.page': '1000' })];
    const wallet = walletOf(...limits, consumed('ocr.page', '100'), held('ocr.page', '100'));
    expect(reached(wallet, 700n)).toEqual([]);
    expect(reached(wallet, 701n)).toMatchObject([ofService]);
    const report: WalletFact = { type: 'BudgetReached', data: reached(wallet, 701n)[0] as never };
    const after = [...limits, consumed('ocr.page', '901'), report];
    expect(reached(walletOf(...after), 50n)).toEqual([]);
    expect(reached(walletOf(...after), 900n)).toMatchObject([{ service: null, usedMicroMu: '1801' }]);
    expect(reached(walletOf(...after), 950n, '2026-12')).toMatchObject([
      { ...ofService, usedMicroMu: '950', month: '2026-12' },
    ]);
    expect(reached(walletOf(...after, budget('2000', { 'ocr.page': '1000' })), 0n)).toEqual([]);
    expect(reached(walletOf(...after, budget('2000', { 'ocr.page': '1000' })), 1n)).toMatchObject([
      { service: 'ocr.page' },
    ]);
  });
});
