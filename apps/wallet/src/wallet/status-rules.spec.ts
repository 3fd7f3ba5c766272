import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { closed, opened } from './example-wallet.js';
import { allows, refusalOf } from './status-rules.js';
import { walletStream } from './wallet.js';

const absent = fold(walletStream, []);
const open = fold(walletStream, [opened]);
const closedWallet = fold(walletStream, [opened, closed]);

describe('the rules of a status', () => {
  it('open an absent wallet only', () => {
    expect([absent, open, closedWallet].map((wallet) => allows(wallet, 'open'))).toEqual([true, false, false]);
  });

  it.each(['changePrices', 'close', 'grant', 'charge'] as const)('allow %s in an open wallet only', (action) => {
    expect([absent, open, closedWallet].map((wallet) => allows(wallet, action))).toEqual([false, true, false]);
  });

  it('return held MU to a closed wallet as well', () => {
    expect([absent, open, closedWallet].map((wallet) => allows(wallet, 'returnHeldMu'))).toEqual([false, true, true]);
  });

  it('name the refusal of an action, and have none for an action that is allowed', () => {
    expect(refusalOf(absent, 'grant').refusal.code).toBe('installation.not_found');
    expect(refusalOf(absent, 'charge').refusal.code).toBe('wallet.not_found');
    expect(refusalOf(closedWallet, 'charge').refusal.code).toBe('wallet.closed');
    expect(() => refusalOf(open, 'charge')).toThrow('a wallet that is open allows charge');
  });
});
