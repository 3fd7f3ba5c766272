import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { at, closed, opened } from '../../test/example-wallet.js';
import { allows, ignores, refusalOf } from './status-rules.js';
import { walletStream } from './wallet-stream.js';

const absent = fold(walletStream, []);
const open = fold(walletStream, [opened]);
const frozen = fold(walletStream, [opened, { type: 'WalletFrozen', data: { reason: 'audit', by: 'system', at } }]);
const closedWallet = fold(walletStream, [opened, closed]);

describe('wallet status rules', () => {
  it('allow the action "open" only for an absent wallet', () => {
    expect([absent, open, closedWallet].map((wallet) => allows(wallet, 'open'))).toEqual([true, false, false]);
  });

  it.each(['changePrices', 'close', 'grant', 'charge'] as const)(
    'allow the action "%s" only in an open wallet',
    (action) => {
      expect([absent, open, closedWallet].map((wallet) => allows(wallet, action))).toEqual([false, true, false]);
    },
  );

  it('reject charges of a frozen wallet alone, and let its holds end', () => {
    expect(refusalOf(frozen, 'charge').refusal.code).toBe('wallet.frozen');
    for (const action of ['changePrices', 'close', 'grant', 'administer', 'carryIn', 'returnHeldMu'] as const)
      expect([action, allows(frozen, action)]).toEqual([action, true]);
  });

  it('ignore a freeze of a frozen wallet and an unfreeze of an open one', () => {
    expect([open, frozen].map((wallet) => [allows(wallet, 'freeze'), ignores(wallet, 'freeze')])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect([open, frozen].map((wallet) => [allows(wallet, 'unfreeze'), ignores(wallet, 'unfreeze')])).toEqual([
      [false, true],
      [true, false],
    ]);
    for (const action of ['freeze', 'unfreeze'] as const) {
      expect(refusalOf(absent, action).refusal.code).toBe('installation.not_found');
      expect(refusalOf(closedWallet, action).refusal.code).toBe('wallet.closed');
    }
  });

  it('allow returning held MU to an open or closed wallet', () => {
    expect([absent, open, closedWallet].map((wallet) => allows(wallet, 'returnHeldMu'))).toEqual([false, true, true]);
  });

  it('return the rejection of a forbidden action, and throw for an allowed one', () => {
    expect(refusalOf(absent, 'grant').refusal.code).toBe('installation.not_found');
    expect(refusalOf(absent, 'charge').refusal.code).toBe('wallet.not_found');
    expect(refusalOf(closedWallet, 'charge').refusal.code).toBe('wallet.closed');
    expect(() => refusalOf(open, 'charge')).toThrow('a wallet that is open allows charge');
  });
});
