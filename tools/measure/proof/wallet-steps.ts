import type { Proof } from './proof.js';
import type { Random } from './random.js';
import { WalletComparison, type Compared } from './wallet-comparison.js';
import { RATE, type WalletCommand } from './wallet-model.js';
import { WalletSubject } from './wallet-subject.js';

/** Wallets stay short enough that copying their holds at each step costs little. */
const stepsPerWallet = 200;
const maxUnits = 12;

export const proof: Proof = {
  title: 'A million random wallet commands against a reference model',
  plantedDefect: 'settle-keeps-rest-held',
  run: async ({ patches, isQuick, random, report }) => {
    const comparison = new WalletComparison(await WalletSubject.load(patches), report);
    const steps = isQuick ? 100_000 : 1_000_000;
    while (comparison.steps < steps) {
      let wallet = comparison.initial;
      for (let number = 0; number < stepsPerWallet; number += 1)
        wallet = comparison.step(wallet, randomCommand(random, wallet, number));
      comparison.audit(wallet);
    }
    return comparison.claims(steps);
  },
};

function randomCommand(random: Random, { model }: Compared, number: number): WalletCommand {
  const units = (): number => 1 + random.below(maxUnits);
  const amount = (): bigint => RATE * BigInt(units()) + BigInt(random.below(1_000));
  // A hold and a charge that may not exist, or have ended.
  const hold = random.pick([...model.holds.keys(), 'hld_none']);
  switch (random.below(12)) {
    case 0:
      return { kind: 'gift', id: `grt_${number}`, amount: amount() };
    case 1:
      return { kind: 'purchase', id: `grt_${number}`, amount: amount() };
    case 2:
      return {
        kind: 'revoke',
        id: `rvk_${number}`,
        of: random.pick(['gift', 'purchase'] as const),
        amount: amount(),
      };
    case 3:
    case 4:
      return { kind: 'consume', id: `chg_${number}`, count: units() };
    case 5:
    case 6:
      return { kind: 'hold', id: `hld_${number}`, count: units(), seconds: 10 + random.below(1_000) };
    case 7:
    case 8:
      return { kind: 'settle', id: hold, count: random.below(4) === 0 ? null : random.below(maxUnits) };
    case 9:
      return random.below(3) === 0
        ? { kind: 'release', id: hold }
        : { kind: 'reverse', id: `rvs_${number}`, charge: random.pick([...model.charges.keys(), 'chg_none']) };
    case 10:
      return { kind: 'tick', seconds: random.below(10) === 0 ? 86_400 : random.below(600) };
    default:
      return { kind: random.below(4) === 0 ? 'freeze' : 'unfreeze' };
  }
}
