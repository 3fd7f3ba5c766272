import { commandHandler } from '@kushk/broker';
import { usageMonthOf, type GrantResource, type RequestType } from '@kushk/contracts';
import { mapReply, streamRef } from '@kushk/decider';
import { newId, now } from '@kushk/runtime';
import { walletStream } from '../wallet-stream.js';
import { grantMu, type GrantMu } from './grant-mu.js';
import { grantToWire } from './grant-to-wire.js';

interface GrantRequest {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly mu: string;
  readonly by: string;
}

/** Answers a request that adds units to a wallet. */
export function grantHandler<Request extends GrantRequest>(
  request: RequestType<Request, GrantResource>,
  name: string,
  termsOf: (request: Request) => Pick<GrantMu, 'kind' | 'reference' | 'note'>,
) {
  return commandHandler(request, {
    name,
    command: (message): GrantMu => {
      const { organisation_id: organisationId, mu, by } = message;
      const at = now();
      const given = { id: newId('grt'), organisationId, mu, by, month: usageMonthOf(at), at: at.toISOString() };
      return { ...given, ...termsOf(message) };
    },
    stream: ({ installation_id }) => streamRef(walletStream, installation_id),
    decide: (command, wallet) => mapReply(grantMu(command, wallet), (grant) => grantToWire(command, grant)),
    idempotency: 'permanent',
  });
}
