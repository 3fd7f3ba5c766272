import { commandHandler } from '@kushk/broker';
import { walletLedger } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { unfreezeWallet } from './unfreeze-wallet.js';

export const UnfreezeWalletHandler = commandHandler(walletLedger.unfreeze, {
  name: 'UnfreezeWallet',
  command: ({ organisation_id: organisationId, by }) => ({ organisationId, by, at: now().toISOString() }),
  stream: ({ installation_id }) => streamRef(walletStream, installation_id),
  decide: (command, wallet) => mapReply(unfreezeWallet(command, wallet), controlsToWire),
  idempotency: 'permanent',
});
