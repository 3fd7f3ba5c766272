import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at } from '../../../test/example-wallet.js';
import { walletStream } from '../../wallet/wallet-stream.js';
import type { Wallet } from '../../wallet/wallet.js';
import { after, holdPages, onePage, settlePages, walletWith } from '../../../test/example-hold.js';
import { holdStream, type Hold } from '../hold.js';
import { placeHold } from '../place-hold/place-hold.js';
import { releaseHold } from '../release-hold/release-hold.js';
import { settleHold } from '../settle-hold/settle-hold.js';
import { expireHold } from './expire-hold.js';

interface States {
  wallet: Wallet;
  hold: Hold;
}
const expire = (states: States) => expireHold({ month: '2026-11', at: after(900) }, states);
const placed = given(walletWith(250_000n)).when((states) => placeHold(holdPages(1), states));

describe('expireHold', () => {
  it('returns the reserved MU to the wallet', () => {
    placed
      .when(expire)
      .thenFactsOf({
        wallet: [
          {
            type: 'HeldMuReturned',
            data: { ...onePage, holdId: 'hld_1', amountMicroMu: '250000', reason: 'expiry', at: after(900) },
          },
        ],
        hold: [
          {
            type: 'HoldExpired',
            data: {
              installationId: 'ins_1',
              organisationId: 'org_1',
              holdId: 'hld_1',
              service: 'ocr.page',
              releasedMicroMu: '250000',
              at: after(900),
            },
          },
        ],
      })
      .thenState({ wallet: { totals: { held: 0n }, openHolds: 0 }, hold: { status: 'expired' } });
  });

  it('appends no fact when the hold has already ended or does not exist', () => {
    placed.when(expire).when(expire).thenFacts();
    placed
      .when((states) => settleHold(settlePages(1), states))
      .when(expire)
      .thenFacts();
    placed
      .when((states) => releaseHold({ holdId: 'hld_1', month: '2026-11', at }, states))
      .when(expire)
      .thenFacts();
    given({ wallet: [walletStream], hold: [holdStream] })
      .when(expire)
      .thenFacts();
  });
});
