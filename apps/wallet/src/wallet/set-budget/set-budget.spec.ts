import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { consumeMu } from '../consume-mu/consume-mu.js';
import { at, closed, consumePages, granted, opened } from '../../../test/example-wallet.js';
import { walletStream } from '../wallet-stream.js';
import type { Wallet } from '../wallet.js';
import { setBudget, type SetBudget } from './set-budget.js';

const set = (budget: Partial<SetBudget>) => (wallet: Wallet) =>
  setBudget({ organisationId: 'org_1', monthly: null, services: {}, by: 'per_1', at, ...budget }, wallet);
const consume = (count: number) => (wallet: Wallet) => consumeMu(consumePages(count), wallet);

describe('setBudget', () => {
  it('counts what the month has consumed before the budget was set, and replaces the whole budget', () => {
    const used = given(walletStream, opened, granted(50_000_000n)).when(consume(3));
    used
      .when(set({ monthly: '1' }))
      .when(consume(2))
      .thenRefuses('wallet.budget_exceeded');
    used
      .when(set({ services: { 'ocr.page': '1' } }))
      .when(consume(2))
      .thenRefuses('wallet.budget_exceeded');
    used
      .when(set({ monthly: '1', services: { 'ocr.page': '1' } }))
      .when(set({}))
      .thenState({ budget: { monthly: null, services: {} } })
      .when(consume(2))
      .thenFactsMatch({ type: 'MuConsumed' });
  });

  it('rejects services that the plugin does not have, invalid amounts, and wallets that are closed or foreign', () => {
    const wallet = given(walletStream, opened);
    wallet.when(set({ services: { 'ocr.none': '1' } })).thenRefuses('wallet.service_unknown', {
      service: 'ocr.none',
      similar: 'ocr.page',
      services: ['ocr.page', 'ocr.table'],
    });
    wallet.when(set({ services: { 'ocr.page': '-1' } })).thenRefuses('wallet.amount_invalid');
    wallet.when(set({ monthly: '1e3' })).thenRefuses('wallet.amount_invalid');
    wallet.when(set({ organisationId: 'org_2' })).thenRefuses('installation.not_found');
    given(walletStream, opened, closed).when(set({})).thenRefuses('wallet.closed');
  });
});
