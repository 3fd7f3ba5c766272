import type { FastifyRequest } from 'fastify';
import { registryTokens } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import type { Authenticator } from './authenticator.js';
import type { Authenticated, RegistryCaller } from './caller.js';
import { lookUpByHash, nullWhenRefused } from './hash-lookup.js';

const REFUSAL = 'auth.registry_account_invalid';
const USER_MAX_CHARACTERS = 128;
const PASSWORD_MAX_CHARACTERS = 256;

/** Authenticates clients of the registry (`docker login`), which send user and password (RFC 7617). */
export class RegistryAccountAuthenticator implements Authenticator {
  constructor(private readonly peppers: readonly Buffer[]) {}

  async authenticate(request: FastifyRequest, send: SendRequest): Promise<Authenticated<RegistryCaller>> {
    const { user, password } = basicCredentials(request.headers.authorization);
    // A password never leaves this process; a key is looked up by the same hash.
    const caller = await lookUpByHash(this.peppers, password, (secret_hash) =>
      nullWhenRefused(
        REFUSAL,
        send(registryTokens.authenticateAccount, { user, secret_hash }).then(({ reply }) => reply),
      ),
    );
    if (caller === null) throw Refused.with(REFUSAL);
    switch (caller.account.kind) {
      case 'operator':
        return { caller, actor: { kind: 'system' }, name: 'registry:operator' };
      case 'publisher': {
        const { publisher_id, key_id } = caller.account;
        return {
          caller,
          actor: { kind: 'publisher', publisher_id, key_id, name: publisher_id },
          name: `registry:${publisher_id}`,
          credential: key_id,
        };
      }
    }
  }
}

function basicCredentials(header: string | undefined): { readonly user: string; readonly password: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1] ?? '';
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const password = rest.join(':');
  const isPossible =
    user !== '' && user.length <= USER_MAX_CHARACTERS && password !== '' && password.length <= PASSWORD_MAX_CHARACTERS;
  if (!isPossible) throw Refused.with(REFUSAL);
  return { user, password };
}
