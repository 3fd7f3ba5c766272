import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, closed, heldMu, opened, pageCosts } from '../../../test/example-wallet.js';
import type { WalletFact } from '../../wallet/wallet-facts.js';
import { walletStream } from '../../wallet/wallet-stream.js';
import type { Wallet } from '../../wallet/wallet.js';
import { after, holdPages, onePage, settlePages, walletWith } from '../../../test/example-hold.js';
import { expireHold } from '../expire-hold/expire-hold.js';
import { holdStream, type Hold } from '../hold.js';
import { releaseHold } from '../release-hold/release-hold.js';
import { settleHold } from '../settle-hold/settle-hold.js';
import { OPEN_HOLDS_LIMIT, placeHold, type PlaceHold } from './place-hold.js';

interface States {
  wallet: Wallet;
  hold: Hold;
}
const place = (count: number, overrides?: Partial<PlaceHold>) => (states: States) =>
  placeHold(holdPages(count, overrides), states);

describe('placeHold', () => {
  it('reserves the count times the current rate', () => {
    given(walletWith(10_000_000n))
      .when(place(4, { reference: 'invoice-7' }))
      .thenFactsOf({
        wallet: [
          {
            type: 'MuHeld',
            data: { ...onePage, count: 4, reference: 'invoice-7', holdId: 'hld_1', amountMicroMu: '1000000', at },
          },
        ],
        hold: [
          {
            type: 'HoldPlaced',
            data: {
              installationId: 'ins_1',
              organisationId: 'org_1',
              holdId: 'hld_1',
              service: 'ocr.page',
              count: 4,
              rateMicroMu: '250000',
              amountMicroMu: '1000000',
              reference: 'invoice-7',
              placedAt: at,
              expiresAt: after(900),
              settleUntil: after(900 + 86_400),
            },
          },
        ],
      })
      .thenReplies({ availableMicroMu: 9_000_000n, heldMicroMu: 1_000_000n });
  });

  it('rejects a hold when the balance does not cover the reservation', () => {
    given(walletWith(999_999n))
      .when(place(4))
      .thenRefuses('wallet.insufficient_balance', { required: '1', available: '0.999999' });
  });

  it('rejects a service without a rate and a count out of range', () => {
    given(walletWith(1n))
      .when(place(1, { service: 'ocr.table' }))
      .thenRefuses('wallet.service_unrated');
    given(walletWith(1n)).when(place(0)).thenRefuses('wallet.count_invalid');
  });

  it.each([9, 86_401, 60.5])('rejects a lifetime of %p seconds', (ttlSeconds) => {
    given(walletWith(1_000_000n))
      .when(place(1, { ttlSeconds }))
      .thenRefuses('wallet.ttl_invalid', { min: 10, max: 86_400 });
  });

  it('reports a low balance when the reservation crosses the threshold', () => {
    given(walletWith(1_000_000n))
      .when(place(4))
      .thenFactsMatch({ type: 'MuHeld' }, { type: 'BalanceLow' }, { type: 'HoldPlaced' });
  });

  it('rejects a hold on an absent or closed wallet', () => {
    given({ wallet: [walletStream], hold: [holdStream] })
      .when(place(1))
      .thenRefuses('wallet.not_found');
    given({ wallet: [walletStream, opened, closed], hold: [holdStream] })
      .when(place(1))
      .thenRefuses('wallet.closed');
  });

  it('throws when a hold with this id already exists', () => {
    const placed = given(walletWith(1_000_000n)).when(place(1));
    expect(() => placed.when(place(1))).toThrow('hold hld_1 exists already');
  });

  it('limits the open holds of a wallet, including free holds, until an open hold ends', () => {
    const held = Array.from({ length: OPEN_HOLDS_LIMIT }, (_, index) => heldMu(`hld_${index}`, '0'));
    const full = (...facts: WalletFact[]) => given(walletWith(1n, pageCosts('0'), ...held, ...facts));
    full().when(place(1)).thenRefuses('wallet.too_many_holds', { max: OPEN_HOLDS_LIMIT });

    const open = given(walletWith(1n, pageCosts('0'), ...held.slice(1))).when(place(1, { holdId: 'hld_1' }));
    const endings = [
      open.when((states) => settleHold(settlePages(null), states)),
      open.when((states) => releaseHold({ holdId: 'hld_1', month: '2026-11', at }, states)),
      open.when((states) => expireHold({ month: '2026-11', at: after(900) }, states)),
    ];
    for (const ended of endings) {
      const { wallet } = ended.state;
      expect(placeHold(holdPages(1), { wallet, hold: holdStream.initial })).toMatchObject({ accepted: true });
    }
  });

  it('does not count a late settlement as the end of an open hold', () => {
    const expired = given(walletWith(1_000_000n))
      .when(place(1))
      .when((states) => expireHold({ month: '2026-11', at: after(900) }, states))
      .thenState({ wallet: { openHolds: 0 } });
    expired
      .when((states) => settleHold(settlePages(1, { at: after(901) }), states))
      .thenState({ wallet: { openHolds: 0 } });
  });
});
