import type { Proof } from './proof.js';
import { WalletComparison, type Compared } from './wallet-comparison.js';
import { RATE, settlementOf, type WalletCommand } from './wallet-model.js';
import { WalletSubject } from './wallet-subject.js';

/** A hold that is settled twice, released, expires and is settled late, beside charges that compete for the balance. */
const commands: readonly WalletCommand[] = [
  { kind: 'hold', id: 'hld_1', count: 3, seconds: 10 },
  { kind: 'settle', id: 'hld_1', count: 2 },
  { kind: 'settle', id: 'hld_1', count: null },
  { kind: 'release', id: 'hld_1' },
  { kind: 'consume', id: 'chg_1', count: 4 },
  { kind: 'tick', seconds: 20 },
  { kind: 'tick', seconds: 90_000 },
  { kind: 'reverse', id: 'rvs_1', charge: settlementOf('hld_1') },
  { kind: 'revoke', id: 'rvk_1', of: 'purchase', amount: 2n * RATE },
];
const quickCommands = 7;

export const proof: Proof = {
  title: 'All 362,880 orders of nine wallet commands against a reference model',
  plantedDefect: 'settle-expired-as-open',
  run: async ({ patches, isQuick, report }) => {
    const comparison = new WalletComparison(await WalletSubject.load(patches), report);
    const used = isQuick ? commands.slice(0, quickCommands) : commands;
    let start = comparison.initial;
    // Six units in all: not enough for the hold and the charge.
    start = comparison.step(start, { kind: 'gift', id: 'grt_1', amount: 2n * RATE });
    start = comparison.step(start, { kind: 'purchase', id: 'grt_2', amount: 4n * RATE });
    comparison.steps = 0;
    walk(comparison, start, used);
    return comparison.claims(countPrefixes(used.length));
  },
};

/** Runs the commands in every order. Orders with the same beginning share it, so that it runs once. */
function walk(comparison: WalletComparison, before: Compared, rest: readonly WalletCommand[]): void {
  if (rest.length === 0) comparison.audit(before);
  for (const [index, command] of rest.entries())
    walk(comparison, comparison.step(before, command), rest.toSpliced(index, 1));
}

/** The number of beginnings of all orders: 986,409 for nine commands. */
function countPrefixes(length: number): number {
  let [sum, ofLength] = [0, 1];
  for (let left = length; left > 0; left -= 1) {
    ofLength *= left;
    sum += ofLength;
  }
  return sum;
}
