import { commandHandler } from '@kushk/broker';
import { walletLedger } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { freezeWallet } from './freeze-wallet.js';

export const FreezeWalletHandler = commandHandler(walletLedger.freeze, {
  name: 'FreezeWallet',
  command: ({ organisation_id: organisationId, reason, by }) => ({
    organisationId,
    reason,
    by,
    at: now().toISOString(),
  }),
  stream: ({ installation_id }) => streamRef(walletStream, installation_id),
  decide: (command, wallet) => mapReply(freezeWallet(command, wallet), controlsToWire),
  idempotency: 'permanent',
});
