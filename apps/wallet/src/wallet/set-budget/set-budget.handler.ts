import { commandHandler } from '@kushk/broker';
import { walletLedger } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { controlsToWire } from '../wallet-to-wire.js';
import { walletStream } from '../wallet-stream.js';
import { setBudget } from './set-budget.js';

export const SetBudgetHandler = commandHandler(walletLedger.setBudget, {
  name: 'SetBudget',
  command: ({ organisation_id, monthly, services, by }) => {
    return { organisationId: organisation_id, monthly, services, by, at: now().toISOString() };
  },
  stream: ({ installation_id }) => streamRef(walletStream, installation_id),
  decide: (command, wallet) => mapReply(setBudget(command, wallet), controlsToWire),
  idempotency: 'permanent',
});
