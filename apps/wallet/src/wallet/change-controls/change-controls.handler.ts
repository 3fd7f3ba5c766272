import { commandHandler } from '@kushk/broker';
import type { RequestType, WalletControls } from '@kushk/contracts';
import { mapReply, streamRef, type Decision } from '@kushk/decider';
import { now } from '@kushk/runtime';
import type { WalletFact } from '../wallet-facts.js';
import { walletStream } from '../wallet-stream.js';
import { controlsToWire } from '../wallet-to-wire.js';
import type { ExistingWallet, Wallet } from '../wallet.js';

interface AdminRequest {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly by: string;
}
interface AdminCommand {
  readonly organisationId: string;
  readonly by: string;
  readonly at: string;
}

/** Answers a request of an admin with the controls of the wallet after the command. */
export function controlsHandler<Request extends AdminRequest, Terms extends object>(
  request: RequestType<Request, WalletControls>,
  name: string,
  termsOf: (request: Request) => Terms,
  decide: (command: AdminCommand & Terms, wallet: Wallet) => Decision<WalletFact[], ExistingWallet>,
) {
  return commandHandler(request, {
    name,
    command: (message): AdminCommand & Terms => {
      const { organisation_id: organisationId, by } = message;
      return { organisationId, by, at: now().toISOString(), ...termsOf(message) };
    },
    stream: ({ installation_id }) => streamRef(walletStream, installation_id),
    decide: (command, wallet) => mapReply(decide(command, wallet), controlsToWire),
    idempotency: 'permanent',
  });
}
