import { commandHandler } from '@kushk/broker';
import { usageMonthOf, wallet, type ConsumedResource } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { ExpireHoldWorker } from '../../hold/expire-hold/expire-hold.worker.js';
import { balanceToWire } from '../../hold/hold-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { consumeMu, type ConsumeMu, type Consumption } from './consume-mu.js';

export const ConsumeMuHandler = commandHandler(
  wallet.consume,
  { expiry: ExpireHoldWorker },
  ({ installation_id: installationId, service, count, reference }, { expiry }, { run }) =>
    expiry.retryAfterExpiringHolds(installationId, () => {
      const at = now();
      return run({
        name: 'ConsumeMu',
        stream: streamRef(walletStream, installationId),
        command: { id: newId('chg'), service, count, reference, month: usageMonthOf(at), at: at.toISOString() },
        decide: (command, state) =>
          mapReply(consumeMu(command, state), (consumed) => consumedToWire(command, consumed)),
        idempotency: 'permanent',
      });
    }),
);

function consumedToWire({ id, service, count, reference, at }: ConsumeMu, consumed: Consumption): ConsumedResource {
  const { amountMicroMu, rateMicroMu } = consumed;
  const charge = { service, count, charged: formatMu(amountMicroMu), rate: formatMu(rateMicroMu) };
  return { id, ...charge, reference, at, wallet: balanceToWire(consumed) };
}
