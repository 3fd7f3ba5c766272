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

interface ChangeOfControls<Request, Command extends AdminCommand> {
  readonly name: string;
  /** What the command has besides the admin and the time. */
  readonly terms: (request: Request) => Omit<Command, keyof AdminCommand>;
  readonly decide: (command: Command, wallet: Wallet) => Decision<WalletFact[], ExistingWallet>;
}

/** Answers a request of an admin with the controls of the wallet after the command. */
export function controlsHandler<Request extends AdminRequest, Command extends AdminCommand>(
  request: RequestType<Request, WalletControls>,
  { name, terms, decide }: ChangeOfControls<Request, Command>,
) {
  return commandHandler(request, {
    name,
    command: (message) => {
      const { organisation_id: organisationId, by } = message;
      return { organisationId, by, at: now().toISOString(), ...terms(message) } as Command;
    },
    stream: ({ installation_id }) => streamRef(walletStream, installation_id),
    decide: (command, wallet) => mapReply(decide(command, wallet), controlsToWire),
    idempotency: 'permanent',
  });
}
