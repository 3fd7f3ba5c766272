import { createStreams } from '@kushk/broker';
import { randomBytes } from 'node:crypto';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { createService, readConfig } from '@kushk/runtime';
import { ExpireHoldWorker } from '../../../apps/wallet/src/hold/expire-hold/expire-hold.worker.js';
import { holdKey, holdStream } from '../../../apps/wallet/src/hold/hold.js';
import { placeHold } from '../../../apps/wallet/src/hold/place-hold/place-hold.js';
import { walletStream } from '../../../apps/wallet/src/wallet/wallet-stream.js';
import { WalletModule } from '../../../apps/wallet/src/wallet.module.js';
import { calibratedRow } from './calibrated-row.js';
import { quietP99, quietWallets } from './quiet-charges.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { sizeOf } from './sizes.js';
import { WalletCharges } from './wallet-charges.js';

/** 100,000 holds that end in the same second are all expired within a minute. */
const HOLDS_IN_A_MINUTE = 100_000;
const LIMIT_S = 60;
/** The p99 of charges of other wallets may be at most this many times as long as when nothing expires. */
const P99_LIMIT = 3;
const holds = sizeOf({ normal: 20_000, full: HOLDS_IN_A_MINUTE });
/** A wallet has at most 10,000 open holds. */
const holdWallets = 20;
const placedAtOnce = 2_000;
const idleMs = 5_000;

/** Measures how long the worker takes for holds that end together, and what others notice of it. */
export function run(): Promise<readonly Row[]> {
  return withServers(async ({ database, natsUrl }) => {
    await createStreams({ url: natsUrl, scope: 'bench', services: ['wallet'] });
    const app = await createService(WalletModule, configOf(await database('wallet'), natsUrl));
    await app.listen();
    try {
      const store = app.get(EventStore);
      const [holders, quiet] = [new WalletCharges(store, 'holder'), new WalletCharges(store, 'quiet')];
      await holders.open(holdWallets);
      await quiet.open(quietWallets);
      const endsAt = await placeHolds(store);
      await quietP99(quiet, idleMs);
      const idle = await quietP99(quiet, idleMs);
      const startedAt = performance.now();
      const expiry = app.get(ExpireHoldWorker).expireAllHolds(endsAt);
      let tookMs = 0;
      const beside = await quietP99(
        quiet,
        expiry.then((expired) => {
          tookMs = performance.now() - startedAt;
          if (expired !== holds) throw new Error(`${expired} of ${holds} holds were expired`);
        }),
      );
      const ratio = idle / beside;
      return [
        await calibratedRow({
          name: `${holds.toLocaleString('en')} holds that end together`,
          measured: tookMs / 1_000,
          limit: (LIMIT_S * holds) / HOLDS_IN_A_MINUTE,
          unit: 's',
          note: `${Math.round(holds / (tookMs / 1_000)).toLocaleString('en')} holds/s`,
        }),
        {
          name: 'hold expiry, p99 of charges of other wallets',
          measured: beside,
          rival: idle,
          ratio,
          goal: 1 / P99_LIMIT,
          unit: 'ms',
          ok: ratio >= 1 / P99_LIMIT,
        },
      ];
    } finally {
      await app.close();
    }
  });
}

function configOf(databaseUrl: string, natsUrl: string) {
  return readConfig({
    KUSHK_SERVICE: 'wallet',
    KUSHK_SCOPE: 'bench',
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_DATABASE_URL: databaseUrl,
    KUSHK_NATS_URL: natsUrl,
    KUSHK_HEALTH_PORT: '1',
    KUSHK_SERVICE_ORIGIN: 'http://127.0.0.1:1',
    KUSHK_PLUGIN_API: '1.0',
    KUSHK_PEPPER: randomBytes(32).toString('base64url'),
  });
}

const month = '2026-11';

/** Places the holds, and returns the time at which all of them end: later than the row lasts. */
async function placeHolds(store: EventStore): Promise<Date> {
  const nowMs = Date.now() + 3_600_000;
  const ttlSeconds = 900;
  for (let first = 0; first < holds; first += placedAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(placedAtOnce, holds - first) }, (_, index) => {
        const number = first + index;
        const installationId = `holder_${number % holdWallets}`;
        const holdId = `hld_${number}`;
        return store.run({
          name: 'PlaceHold',
          streams: {
            wallet: streamRef(walletStream, installationId),
            hold: streamRef(holdStream, holdKey(installationId, holdId)),
          },
          decide: (states) =>
            placeHold({ holdId, service: 'work', count: 1, ttlSeconds, reference: null, month, nowMs }, states),
        });
      }),
    );
  return new Date(nowMs + ttlSeconds * 1_000);
}
