import { describe, it } from '@jest/globals';
import { accept, forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { consumeMu } from '../../wallet/consume-mu/consume-mu.js';
import { closed, consumePages, pageCosts } from '../../../test/example-wallet.js';
import type { Wallet } from '../../wallet/wallet.js';
import { after, holdPages, settlePages, walletWith } from '../../../test/example-hold.js';
import { expireHold } from '../expire-hold/expire-hold.js';
import type { Hold } from '../hold.js';
import { placeHold } from '../place-hold/place-hold.js';
import { releaseHold } from '../release-hold/release-hold.js';
import { settleHold, type SettleHold } from './settle-hold.js';

interface States {
  wallet: Wallet;
  hold: Hold;
}
const place = (count: number) => (states: States) => placeHold(holdPages(count), states);
const settle = (count: number | null, overrides?: Partial<SettleHold>) => (states: States) =>
  settleHold(settlePages(count, overrides), states);
const expire = (states: States) => expireHold({ month: '2026-11', at: after(900) }, states);
const consume = (count: number) => (states: States) =>
  forStream('wallet', consumeMu(consumePages(count), states.wallet));

describe('settleHold', () => {
  it('charges the used part and returns the rest at once', () => {
    const placed = given(walletWith(10_000_000n)).when(place(40));
    placed.when(consume(1)).thenRefuses('wallet.insufficient_balance');
    placed
      .when(settle(31))
      .thenReplies({
        count: 31,
        chargedMicroMu: 7_750_000n,
        releasedMicroMu: 2_250_000n,
        availableMicroMu: 2_250_000n,
        heldMicroMu: 0n,
        late: false,
      })
      .thenState({ wallet: { totals: { consumed: 7_750_000n, held: 0n }, openHolds: 0 }, hold: { status: 'settled' } });
  });

  it('settles the whole hold when no count is given', () => {
    given(walletWith(1_000_000n)).when(place(2)).when(settle(null)).thenReplies({ count: 2, chargedMicroMu: 500_000n });
  });

  it('charges nothing and returns the whole reservation when nothing was used', () => {
    given(walletWith(250_000n))
      .when(place(1))
      .when(settle(0))
      .thenReplies({ chargedMicroMu: 0n, releasedMicroMu: 250_000n, availableMicroMu: 250_000n });
  });

  it('charges the rate at which the hold was placed, even after a price change', () => {
    given(walletWith(1_000_000n))
      .when(place(1))
      .when(() => accept({ wallet: [pageCosts('999999')] }, null))
      .when(settle(1))
      .thenReplies({ chargedMicroMu: 250_000n })
      .when(consume(1))
      .thenRefuses('wallet.insufficient_balance');
  });

  it('rejects a count above the held count or below zero', () => {
    const placed = given(walletWith(1_000_000n)).when(place(2));
    placed.when(settle(3)).thenRefuses('wallet.settle_exceeds_hold', { max_count: 2 });
    placed.when(settle(-1)).thenRefuses('wallet.count_invalid', { min: 0, max: 1_000_000_000 });
  });

  it('rejects a hold that is absent, settled or released', () => {
    given(walletWith(1n)).when(settle(1)).thenRefuses('wallet.hold_not_found', { id: 'hld_1' });
    const placed = given(walletWith(1_000_000n)).when(place(1));
    placed.when(settle(1)).when(settle(1)).thenRefuses('wallet.hold_settled', { id: 'hld_1' });
    placed
      .when((states) => releaseHold({ holdId: 'hld_1', month: '2026-11', at: after(1) }, states))
      .when(settle(null))
      .thenRefuses('wallet.hold_released', { id: 'hld_1' });
  });

  it('rejects a settlement in a closed wallet', () => {
    given(walletWith(1_000_000n))
      .when(place(1))
      .when(() => accept({ wallet: [closed] }, null))
      .when(settle(1))
      .thenRefuses('wallet.closed');
  });

  it('charges an expired hold late if the balance covers the charge', () => {
    const expired = given(walletWith(250_000n)).when(place(1)).when(expire);
    expired
      .when(settle(null, { at: after(901) }))
      .thenReplies({ chargedMicroMu: 250_000n, releasedMicroMu: 0n, late: true, availableMicroMu: 0n })
      .thenFactsMatch({ type: 'MuConsumed' }, { type: 'HoldSettled' });
    expired
      .when(consume(1))
      .when(settle(null, { at: after(901) }))
      .thenRefuses('wallet.insufficient_balance');
  });

  it('settles a hold late within a day of its expiry, even if the worker has not processed it yet, and rejects it after that', () => {
    const placed = given(walletWith(1_000_000n)).when(place(1));
    placed
      .when(expire)
      .when(settle(null, { at: after(900 + 86_400) }))
      .thenRefuses('wallet.hold_expired', { id: 'hld_1', settle_until: after(900 + 86_400) });
    placed.when(settle(null, { at: after(901) })).thenReplies({ late: true, chargedMicroMu: 250_000n });
  });
});
