import { describe, expect, it } from '@jest/globals';
import { foldedEntries } from './folded-entries.js';
import type { WalletEntry } from './queries.js';

const entry = (kind: WalletEntry['kind'], mu: string, hold_id: string | null = null): WalletEntry =>
  ({ id: `${kind} ${mu}`, kind, mu, hold_id, available_after: `after ${kind}` }) as WalletEntry;

describe('the entries of a wallet', () => {
  it('have one row for a charge with its hold and the release of the rest', () => {
    const entries = [
      entry('reversal', '3', 'h1'),
      entry('release', '2', 'h1'),
      entry('settle', '3', 'h1'),
      entry('gift', '7'),
      entry('hold', '5', 'h1'),
      entry('expiry', '4', 'h0'),
      entry('hold', '4', 'h0'),
    ];
    expect(foldedEntries(entries).map(({ id, held, available_after }) => [id, held, available_after])).toEqual([
      ['reversal 3', null, 'after reversal'],
      ['settle 3', '5', 'after release'],
      ['gift 7', null, 'after gift'],
      ['expiry 4', '4', 'after expiry'],
    ]);
  });

  it('show an open hold, and an end of which the hold is not loaded', () => {
    const entries = [entry('hold', '1', 'open'), entry('settle', '2', 'earlier')];
    expect(foldedEntries(entries).map(({ id, held }) => [id, held])).toEqual([
      ['hold 1', null],
      ['settle 2', null],
    ]);
  });
});
