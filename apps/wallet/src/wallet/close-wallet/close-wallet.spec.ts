import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { remainderStream, type RemainderFact } from '../../remainder/remainder.js';
import { carryIn } from '../carry-in/carry-in.js';
import { at, closed, granted, heldMu, opened } from '../../../test/example-wallet.js';
import type { WalletFact } from '../wallet-facts.js';
import { walletStream } from '../wallet-stream.js';
import { closeWallet } from './close-wallet.js';

const close = { carriedId: 'car_1', month: '2026-11', at };
const opening: RemainderFact = { type: 'InstallationOpened', data: { installationId: 'ins_1', takenMicroMu: '0', at } };
const next: RemainderFact = { type: 'InstallationOpened', data: { installationId: 'ins_2', takenMicroMu: '0', at } };
const held = heldMu('hld_1', '3');
const streams = (wallet: readonly WalletFact[], ...remainder: readonly RemainderFact[]) =>
  ({ wallet: [walletStream, ...wallet], remainder: [remainderStream, ...remainder] }) as const;

describe('closeWallet', () => {
  it('ends all holds, keeps the gifts, and leaves the purchased MU to the next installation', () => {
    given(streams([opened, granted(5n), granted(7n, 'purchase'), held], opening))
      .when((states) => closeWallet(close, states))
      .thenReplies({ successor: null })
      .thenState({
        wallet: { status: 'closed', frozen: null, giftedLeft: 5n, totals: { held: 0n, carriedOut: 7n, gifted: 5n } },
        remainder: { microMu: '7', openInstallation: null },
      });
  });

  it('names the next installation when its wallet is open already, so that it can take the rest over', () => {
    const closedLate = given(streams([opened, granted(7n, 'purchase')], opening, next)).when((states) =>
      closeWallet(close, states),
    );
    closedLate.thenReplies({ successor: 'ins_2' });
    const carry = { id: 'car_2', installationId: 'ins_2', month: '2026-11', at };
    given(
      streams([opened], opening, next, {
        type: 'InstallationRemoved',
        data: { installationId: 'ins_1', leftMicroMu: '7', frozen: null, limits: null, at },
      }),
    )
      .when((states) => carryIn(carry, states))
      .thenState({ wallet: { totals: { carriedIn: 7n } }, remainder: { microMu: '0', openInstallation: 'ins_2' } })
      .when((states) => carryIn(carry, states))
      .thenFacts();
  });

  it('leaves the freeze to the next installation, whatever is left, unless an admin has ended it', () => {
    const frozen = { reason: 'misuse', by: 'per_1', at };
    given(streams([opened, { type: 'WalletFrozen', data: frozen }], opening))
      .when((states) => closeWallet(close, states))
      .thenState({ remainder: { microMu: '0', frozen } });
    given(
      streams(
        [opened, { type: 'WalletFrozen', data: frozen }, { type: 'WalletUnfrozen', data: { by: 'per_1', at } }],
        opening,
      ),
    )
      .when((states) => closeWallet(close, states))
      .thenState({ remainder: { frozen: null } });
  });

  it('leaves its limits, and those of an installation before it that none has taken', () => {
    const budget = { monthly: '9', services: {} };
    const use = (mu: string) => ({ month: '2026-11', services: { 'ocr.page': mu } });
    const limits = { budget, thresholdMicroMu: null, use: use('3') };
    const carried: WalletFact = { type: 'LimitsCarriedIn', data: { ...limits, at } };
    given(streams([opened, carried], opening))
      .when((states) => closeWallet(close, states))
      .thenState({ remainder: { limits } });
    const earlier: RemainderFact = {
      type: 'InstallationRemoved',
      data: {
        ...{ installationId: 'ins_0', leftMicroMu: '0', frozen: null, at },
        limits: { budget: { monthly: '8', services: {} }, thresholdMicroMu: '2', use: use('4') },
      },
    };
    given(streams([opened, carried], opening, earlier))
      .when((states) => closeWallet(close, states))
      .thenState({ remainder: { limits: { budget, thresholdMicroMu: '2', use: use('7') } } });
  });

  it('appends no fact when the wallet is absent or closed', () => {
    for (const history of [[], [opened, closed]])
      given(streams(history))
        .when((states) => closeWallet(close, states))
        .thenFacts();
  });
});
