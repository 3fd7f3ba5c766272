import { commandHandler } from '@kushk/broker';
import { walletLedger } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { setThreshold } from './set-threshold.js';

export const SetThresholdHandler = commandHandler(walletLedger.setThreshold, {
  name: 'SetThreshold',
  command: ({ organisation_id: organisationId, mu, by }) => ({ organisationId, mu, by, at: now().toISOString() }),
  stream: ({ installation_id }) => streamRef(walletStream, installation_id),
  decide: (command, wallet) => mapReply(setThreshold(command, wallet), controlsToWire),
  idempotency: 'permanent',
});
