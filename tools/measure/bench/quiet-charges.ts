/** Charges at a steady rate, to see how long they take beside other work. */
import { quantile } from './callers.js';
import type { WalletCharges } from './wallet-charges.js';

export const quietWallets = 1_000;
/** Charges of the quiet wallets per second: far below what the service can do, so that their p99 shows waits alone. */
const perSecond = 100;

/** Charges the wallets in turn, for a time in ms or until something is done, and returns the p99 in ms. */
export async function quietP99(quiet: WalletCharges, until: number | Promise<void>): Promise<number> {
  let isDone = false;
  const done = (typeof until === 'number' ? new Promise((resolve) => setTimeout(resolve, until)) : until).finally(
    () => (isDone = true),
  );
  const durationsMs: number[] = [];
  const charges: Promise<void>[] = [];
  for (let number = 0; !isDone; number += 1) {
    charges.push(timed(() => quiet.charge(number)).then((ms) => void durationsMs.push(ms)));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  await Promise.all([done, ...charges]);
  return quantile(
    durationsMs.sort((a, b) => a - b),
    0.99,
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
