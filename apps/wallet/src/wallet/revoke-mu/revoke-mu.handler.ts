import { commandHandler } from '@kushk/broker';
import { usageMonthOf, walletLedger } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { balanceToWire } from '../../hold/hold-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { revokeMu } from './revoke-mu.js';

export const RevokeMuHandler = commandHandler(walletLedger.revoke, {
  name: 'RevokeMu',
  command: ({ organisation_id: organisationId, kind, mu, reason, by }) => {
    const at = now();
    return { id: newId('rvk'), organisationId, kind, mu, reason, by, month: usageMonthOf(at), at: at.toISOString() };
  },
  stream: ({ installation_id }) => streamRef(walletStream, installation_id),
  decide: (command, wallet) =>
    mapReply(revokeMu(command, wallet), (revoked) => ({
      ...{ id: command.id, kind: command.kind, reason: command.reason, at: command.at },
      mu: formatMu(revoked.amountMicroMu),
      wallet: balanceToWire(revoked),
    })),
  idempotency: 'permanent',
});
