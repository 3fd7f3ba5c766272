import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { priceListStream } from '../../price-list/price-list.js';
import { at, closed, noWallet, openBasic, opened, priceList } from '../../../test/example-wallet.js';
import { LARGEST, walletSizeBytes } from '../../../test/largest-price-list.js';
import { openWallet } from '../open-wallet/open-wallet.js';
import { walletStream } from '../wallet-stream.js';
import { changePrices } from './change-prices.js';

const newList = { services: ['ocr.page'], ratesByPlan: { basic: { 'ocr.page': '44' }, pro: { 'ocr.page': '11' } } };
const streams = { wallet: [walletStream, opened], priceList: [priceListStream] } as const;

describe('changePrices', () => {
  it('makes the wallet charge the new rates of its plan', () => {
    given(streams)
      .when((states) => changePrices({ priceList: newList, plan: null, at }, states))
      .thenFactsOf({
        wallet: [
          { type: 'PricesChanged', data: { prices: { services: ['ocr.page'], rates: { 'ocr.page': '44' } }, at } },
        ],
        priceList: [{ type: 'PriceListSet', data: { priceList: newList, at } }],
      });
  });

  it('changes the plan together with the prices', () => {
    given(streams)
      .when((states) => changePrices({ priceList: newList, plan: 'pro', at }, states))
      .thenState({ wallet: { plan: 'pro', prices: { rates: { 'ocr.page': '11' } } }, priceList: newList });
  });

  it('leaves a wallet without rates when the new price list lacks its plan', () => {
    given(streams)
      .when((states) => changePrices({ priceList: { services: [], ratesByPlan: {} }, plan: null, at }, states))
      .thenState({ wallet: { plan: 'basic', prices: { rates: null } } });
  });

  it("writes only the rates of the wallet's plan to the wallet, however large the price list is", () => {
    const [plan] = Object.keys(LARGEST.ratesByPlan);
    const open = { ...openBasic, plan: plan!, priceList: LARGEST };
    const { state } = given(noWallet)
      .when((states) => openWallet(open, states))
      .when((states) => changePrices({ priceList: LARGEST, plan: null, at }, states));
    expect(walletSizeBytes(state.wallet)).toBeLessThan(20_000);
  });

  it('appends no fact when the wallet is absent or closed', () => {
    for (const history of [[], [opened, closed]])
      given({ wallet: [walletStream, ...history], priceList: [priceListStream] })
        .when((states) => changePrices({ priceList, plan: null, at }, states))
        .thenFacts();
  });
});
