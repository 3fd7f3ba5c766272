import { registryTokens } from '@kushk/contracts';
import type { RegistryCaller } from '../authentication/caller.js';
import { routesFor, type Route } from '../http/route.js';

const { proxyRoute } = routesFor<RegistryCaller>('registry_account', '/registry');
const TEXT_MAX_CHARACTERS = 256;
const SCOPE_MAX_CHARACTERS = 600;
const MAX_SCOPES = 32;

/** The token service for the registry of images, as the distribution specification describes it. */
export const registryTokenRoutes: readonly Route[] = [
  proxyRoute('GET', '/token', {
    summary: 'Get a token for the registry of images, for user and password',
    query: (read) => {
      // Clients send these as well, and nothing depends on them: a token is for one registry and one account.
      for (const name of ['service', 'account', 'client_id', 'offline_token']) read.text(name, TEXT_MAX_CHARACTERS);
      const repeated = read.texts('scope', { maxCharacters: SCOPE_MAX_CHARACTERS, maxItems: MAX_SCOPES });
      return { scopes: repeated.flatMap((scope) => scope.split(' ')) };
    },
    calls: registryTokens.issueToken,
    request: ({ caller, query }) => ({ account: caller.account, scopes: query.scopes }),
    response: (reply) => ({ ...reply, access_token: reply.token }),
  }),
];
