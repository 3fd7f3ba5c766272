import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { closed, consumePages, granted, opened, pageCosts } from '../../../test/example-wallet.js';
import type { WalletFact } from '../wallet-facts.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { consumeMu, type ConsumeMu } from './consume-mu.js';

const consume = (count: number, overrides?: Partial<ConsumeMu>) => (wallet: Wallet) =>
  consumeMu(consumePages(count, overrides), wallet);
const planChosen: WalletFact = { type: 'PlanChosen', data: { plan: 'gone', at: '2026-11-20T08:00:00.000Z' } };
const noPrices: WalletFact = {
  type: 'PricesChanged',
  data: { prices: { services: ['ocr.page'], rates: null }, at: '2026-11-20T08:00:00.000Z' },
};

describe('consumeMu', () => {
  it('charges exactly the count times the rate, to the micro-MU', () => {
    given(walletStream, opened, granted(1_000_001n))
      .when(consume(4))
      .thenReplies({ amountMicroMu: 1_000_000n, rateMicroMu: 250_000n, availableMicroMu: 1n, heldMicroMu: 0n })
      .when(consume(1))
      .thenRefuses('wallet.insufficient_balance', { required: '0.25', available: '0.000001' });
  });

  it('rejects a service that the plugin does not declare, or that has no rate', () => {
    const wallet = given(walletStream, opened, granted(1_000_000n));
    wallet.when(consume(1, { service: 'ocr.word' })).thenRefuses('wallet.service_unknown', {
      service: 'ocr.word',
      similar: null,
      services: ['ocr.page', 'ocr.table'],
    });
    wallet.when(consume(1, { service: 'toString' })).thenRefuses('wallet.service_unknown');
    wallet.when(consume(1, { service: 'ocr.table' })).thenRefuses('wallet.service_unrated', {
      service: 'ocr.table',
      plan: 'basic',
    });
  });

  it.each([0, -1, 1.5, 1_000_000_001, Number.NaN])('rejects the count %p', (count) => {
    given(walletStream, opened, granted(1_000_000n)).when(consume(count)).thenRefuses('wallet.count_invalid');
  });

  it('rejects a count whose price exceeds the largest amount', () => {
    given(walletStream, opened, pageCosts('9223372036854775807'))
      .when(consume(2))
      .thenRefuses('wallet.count_invalid', { min: 1, max: 1 });
  });

  it("rejects a charge while the price list lacks the wallet's plan", () => {
    given(walletStream, opened, noPrices, planChosen)
      .when(consume(1))
      .thenRefuses('wallet.plan_missing', { plan: 'gone' });
  });

  it('reports a low balance once, and again only after a grant has raised the balance above the threshold', () => {
    const low = { type: 'BalanceLow' };
    const consumed = { type: 'MuConsumed' };
    given(walletStream, opened, granted(10_000_000n))
      .when(consume(35))
      .thenFactsMatch(consumed)
      .when(consume(2))
      .thenFactsMatch(consumed, { ...low, data: { availableMicroMu: '750000', thresholdMicroMu: '1000000' } })
      .when(consume(1))
      .thenFactsMatch(consumed);
    given(walletStream, opened, granted(10_000_000n))
      .when(consume(37))
      .thenFactsMatch(consumed, low)
      .when(() => ({ accepted: true, facts: [granted(10_000_000n)], reply: null }))
      .when(consume(1))
      .thenFactsMatch(consumed)
      .when(consume(35))
      .thenFactsMatch(consumed, low);
  });

  it('rejects a charge to an absent or closed wallet', () => {
    given(walletStream).when(consume(1)).thenRefuses('wallet.not_found');
    given(walletStream, opened, granted(1_000_000n), closed).when(consume(1)).thenRefuses('wallet.closed');
  });
});
