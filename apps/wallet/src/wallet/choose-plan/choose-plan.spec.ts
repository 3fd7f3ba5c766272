import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { LARGEST, walletSizeBytes } from '../../../test/largest-price-list.js';
import { priceListStream } from '../../price-list/price-list.js';
import { at, closed, noWallet, openBasic, opened } from '../../../test/example-wallet.js';
import { openWallet } from '../open-wallet/open-wallet.js';
import { walletStream } from '../wallet-stream.js';
import { choosePlan } from './choose-plan.js';

const priceListSet = {
  type: 'PriceListSet',
  data: {
    priceList: { services: ['ocr.page'], ratesByPlan: { basic: { 'ocr.page': '4' }, pro: { 'ocr.page': '1' } } },
    at,
  },
} as const;

describe('choosePlan', () => {
  it('makes the wallet charge the rates of the plan; the price list does not change', () => {
    given({ wallet: [walletStream, opened], priceList: [priceListStream, priceListSet] })
      .when((states) => choosePlan({ plan: 'pro', at }, states))
      .thenFactsOf({
        wallet: [
          { type: 'PricesChanged', data: { prices: { services: ['ocr.page'], rates: { 'ocr.page': '1' } }, at } },
          { type: 'PlanChosen', data: { plan: 'pro', at } },
        ],
      });
  });

  it('leaves a wallet without rates when the price list lacks the plan', () => {
    for (const plan of ['gone', 'toString'])
      given({ wallet: [walletStream, opened], priceList: [priceListStream, priceListSet] })
        .when((states) => choosePlan({ plan, at }, states))
        .thenState({ wallet: { plan, prices: { rates: null } } });
  });

  it('writes only the rates of the plan to the wallet, however large the price list is', () => {
    const plans = Object.keys(LARGEST.ratesByPlan);
    const open = { ...openBasic, plan: plans[0]!, priceList: LARGEST };
    const { state } = given(noWallet)
      .when((states) => openWallet(open, states))
      .when((states) => choosePlan({ plan: plans[99]!, at }, states))
      .thenState({ wallet: { prices: { rates: { [LARGEST.services[0]!]: '100' } } } });
    expect(walletSizeBytes(state.wallet)).toBeLessThan(20_000);
  });

  it('appends no fact when the plan is already chosen, or the wallet is absent or closed', () => {
    for (const [history, plan] of [
      [[opened], 'basic'],
      [[], 'pro'],
      [[opened, closed], 'pro'],
    ] as const)
      given({ wallet: [walletStream, ...history], priceList: [priceListStream, priceListSet] })
        .when((states) => choosePlan({ plan, at }, states))
        .thenFacts();
  });
});
