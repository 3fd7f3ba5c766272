import { commandHandler } from '@kushk/broker';
import { usageMonthOf, wallet } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { now } from '@kushk/runtime';
import { walletStream } from '../../wallet/wallet-stream.js';
import { holdKey, holdStream } from '../hold.js';
import { balanceToWire, holdToWire } from '../hold-to-wire.js';
import { releaseHold } from './release-hold.js';

export const ReleaseHoldHandler = commandHandler(wallet.releaseHold, {
  name: 'ReleaseHold',
  command: ({ hold_id: holdId }) => {
    const at = now();
    return { holdId, month: usageMonthOf(at), at: at.toISOString() };
  },
  streams: ({ installation_id: installationId, hold_id: holdId }) => ({
    wallet: streamRef(walletStream, installationId),
    hold: streamRef(holdStream, holdKey(installationId, holdId)),
  }),
  decide: (command, states) =>
    mapReply(releaseHold(command, states), (released) => {
      const status = released.hold.status === 'expired' ? 'expired' : 'released';
      const hold = holdToWire(released.hold, status, balanceToWire(released));
      return { ...hold, charged: '0', released: formatMu(released.releasedMicroMu) };
    }),
  idempotency: 'permanent',
});
