import { commandHandler } from '@kushk/broker';
import { usageMonthOf, wallet, type SettledHold } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { idOfHold } from '../../entries/entry.js';
import { walletStream } from '../../wallet/wallet-stream.js';
import { ExpireHoldWorker } from '../expire-hold/expire-hold.worker.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';
import { settleHold, type Settlement } from './settle-hold.js';

export const SettleHoldHandler = commandHandler(
  wallet.settleHold,
  { expiry: ExpireHoldWorker },
  ({ installation_id: installationId, hold_id: holdId, count }, { expiry }, { run }) =>
    expiry.retryAfterExpiringHolds(installationId, () => {
      const at = now();
      return run({
        name: 'SettleHold',
        streams: {
          wallet: streamRef(walletStream, installationId),
          hold: streamRef(holdStream, holdKey(installationId, holdId)),
        },
        command: { holdId, count, month: usageMonthOf(at), at: at.toISOString() },
        decide: (command, states) =>
          mapReply(settleHold(command, states), (settled) => settledToWire(settled, command.at)),
        idempotency: 'permanent',
      });
    }),
);

function settledToWire(settled: Settlement, at: string): SettledHold {
  return {
    ...holdToWire(settled.hold, 'settled', balanceToWire(settled)),
    settled_count: settled.count,
    charged: formatMu(settled.chargedMicroMu),
    released: formatMu(settled.releasedMicroMu),
    late: settled.late,
    settled_at: at,
    entry_id: idOfHold('stl', settled.hold.holdId),
  };
}
