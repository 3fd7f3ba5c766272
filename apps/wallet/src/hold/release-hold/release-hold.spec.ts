import { describe, it } from '@jest/globals';
import { accept } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import { at, closed } from '../../../test/example-wallet.js';
import type { Wallet } from '../../wallet/wallet.js';
import { after, holdPages, onePage, released, settlePages, walletWith } from '../../../test/example-hold.js';
import { expireHold } from '../expire-hold/expire-hold.js';
import type { Hold } from '../hold.js';
import { placeHold } from '../place-hold/place-hold.js';
import { settleHold } from '../settle-hold/settle-hold.js';
import { releaseHold } from './release-hold.js';

interface States {
  wallet: Wallet;
  hold: Hold;
}
const release = (states: States) => releaseHold({ holdId: 'hld_1', month: '2026-11', at }, states);
const placed = given(walletWith(250_000n)).when((states) => placeHold(holdPages(1), states));

describe('releaseHold', () => {
  it('returns the whole reservation', () => {
    placed
      .when(release)
      .thenFactsOf({
        wallet: [
          {
            type: 'HeldMuReturned',
            data: { ...onePage, holdId: 'hld_1', amountMicroMu: '250000', reason: 'release', at },
          },
        ],
        hold: [released],
      })
      .thenReplies({ releasedMicroMu: 250_000n, availableMicroMu: 250_000n, heldMicroMu: 0n });
  });

  it('appends no fact when the hold is already released or expired', () => {
    placed
      .when(release)
      .when(release)
      .thenFacts()
      .thenReplies({ availableMicroMu: 250_000n, hold: { status: 'released' } });
    placed
      .when((states) => expireHold({ month: '2026-11', at: after(900) }, states))
      .when(release)
      .thenFacts()
      .thenReplies({ availableMicroMu: 250_000n, hold: { status: 'expired' } });
  });

  it('rejects a hold that is absent or settled', () => {
    given(walletWith(1n)).when(release).thenRefuses('wallet.hold_not_found', { id: 'hld_1' });
    placed
      .when((states) => settleHold(settlePages(1), states))
      .when(release)
      .thenRefuses('wallet.hold_settled', { id: 'hld_1' });
  });

  it('has nothing to return to a closed wallet, which has ended all holds', () => {
    const data = { holdId: null, amountMicroMu: '250000', reason: 'removal', month: '2026-11', at } as const;
    placed
      .when(() => accept({ wallet: [{ type: 'HeldMuReturned', data } as const, closed] }, null))
      .when(release)
      .thenReplies({ availableMicroMu: 250_000n, heldMicroMu: 0n })
      .thenState({ wallet: { status: 'closed' }, hold: { status: 'released' } });
  });
});
