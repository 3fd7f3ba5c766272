import { commandHandler } from '@kushk/broker';
import { usageMonthOf, wallet } from '@kushk/contracts';
import { mapReply, newStreamRef, streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { walletStream } from '../../wallet/wallet-stream.js';
import { ExpireHoldWorker } from '../expire-hold/expire-hold.worker.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';
import { HOLD_TTL_SECONDS, placeHold } from './place-hold.js';

export const PlaceHoldHandler = commandHandler(
  wallet.placeHold,
  { expiry: ExpireHoldWorker },
  ({ installation_id: installationId, service, count, reference, ttl_seconds }, { expiry }, { run }) =>
    expiry.retryAfterExpiringHolds(installationId, () => {
      const holdId = newId('hld');
      const at = now();
      const ttlSeconds = ttl_seconds ?? HOLD_TTL_SECONDS.standard;
      return run({
        name: 'PlaceHold',
        streams: {
          wallet: streamRef(walletStream, installationId),
          hold: newStreamRef(holdStream, holdKey(installationId, holdId)),
        },
        command: { holdId, service, count, ttlSeconds, reference, month: usageMonthOf(at), nowMs: at.getTime() },
        decide: (command, states) =>
          mapReply(placeHold(command, states), (placed) => holdToWire(placed.hold, 'open', balanceToWire(placed))),
        idempotency: 'permanent',
      });
    }),
);
