import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { chargeFor, insufficientBalance, isCount, lowBalanceFacts } from './charge.js';
import { at, granted, opened, pageCosts } from './example-wallet.js';
import { walletStream, type ExistingWallet, type WalletFact } from './wallet.js';

const walletOf = (...facts: WalletFact[]) => fold(walletStream, [opened, ...facts]) as ExistingWallet;

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

describe('insufficientBalance', () => {
  it('allows a charge up to the whole balance and rejects a larger one', () => {
    const wallet = walletOf(granted(500_000n));
    expect(insufficientBalance(wallet, 500_000n)).toBeNull();
    expect(insufficientBalance(wallet, 500_001n)).toMatchObject({
      refusal: { code: 'wallet.insufficient_balance', params: { required: '0.500001', available: '0.5' } },
    });
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
