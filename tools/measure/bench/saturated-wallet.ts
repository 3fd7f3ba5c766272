import { openEventStore } from '@kushk/event-store';
import { walletStore } from '../../../apps/wallet/src/store.module.js';
import { underLoad } from './callers.js';
import { quietP99, quietWallets } from './quiet-charges.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { WalletCharges } from './wallet-charges.js';

/** The p99 of charges of quiet wallets may be at most this many times as long as when nothing else happens. */
const LIMIT = 3;
const saturating = { callers: 64, warmUpMs: 1_000, windowMs: 5_000 };
const windowMs = 5_000;

/** Charges a thousand wallets at a steady rate, while 64 callers charge one other wallet as fast as they can. */
export function run(): Promise<Row> {
  return withServers(async ({ database }) => {
    const { store, close } = await openEventStore({ ...walletStore, databaseUrl: await database('wallet') });
    const [busy, quiet] = [new WalletCharges(store, 'busy'), new WalletCharges(store, 'quiet')];
    await busy.open(1);
    await quiet.open(quietWallets);
    await quietP99(quiet, windowMs / 2);
    const idle = await quietP99(quiet, windowMs);
    let perSecond = 0;
    const beside = await quietP99(
      quiet,
      underLoad(saturating, (number) => busy.charge(number)).then((result) => void (perSecond = result.perSecond)),
    );
    await close();
    const ratio = idle / beside;
    return {
      name: 'a saturated wallet, p99 of 1,000 others',
      measured: beside,
      rival: idle,
      ratio,
      goal: 1 / LIMIT,
      unit: 'ms',
      ok: ratio >= 1 / LIMIT,
      note: `${Math.round(perSecond).toLocaleString('en')} charges/s on the saturated wallet`,
    };
  });
}
