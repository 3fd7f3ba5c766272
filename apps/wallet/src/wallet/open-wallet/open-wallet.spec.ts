import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { priceListStream } from '../../price-list/price-list.js';
import { at, closed, opened, priceList } from '../example-wallet.js';
import { walletStream } from '../wallet.js';
import { openWallet, type OpenWallet } from './open-wallet.js';

const command: OpenWallet = { installationId: 'ins_1', organisationId: 'org_1', plan: 'basic', priceList, at };

describe('openWallet', () => {
  it('opens a wallet with the rates of its plan and stores the whole price list in a separate stream', () => {
    given({ wallet: [walletStream], priceList: [priceListStream] })
      .when((states) => openWallet(command, states))
      .thenFactsOf({ wallet: [opened], priceList: [{ type: 'PriceListSet', data: { priceList, at } }] });
  });

  it('opens a wallet without rates when there is no plan', () => {
    given({ wallet: [walletStream], priceList: [priceListStream] })
      .when((states) => openWallet({ ...command, plan: null }, states))
      .thenState({ wallet: { status: 'open', plan: null, prices: { rates: null } } });
  });

  it('appends no fact when the wallet exists or has been closed', () => {
    for (const history of [[opened], [opened, closed]])
      given({ wallet: [walletStream, ...history], priceList: [priceListStream] })
        .when((states) => openWallet(command, states))
        .thenFacts();
  });
});
