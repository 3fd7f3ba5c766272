import {
  catalogueMails,
  catalogueSessions,
  workspaceMails,
  workspaceSessions,
  type MailRequests,
} from '@kushk/contracts';
import type { Config } from '@kushk/runtime';
import { PersonIdentifier, type SessionRequests } from '../authentication/person-identifier.js';
import { SignInClient } from '../authentication/sign-in.client.js';
import { IdTokens } from './id-tokens.js';
import { ProviderClient } from './provider.client.js';
import { SessionCookies } from './session-cookies.js';

/** What identifies people on a gateway, and what signs them in. */
export interface SignInParts {
  readonly origin: string;
  readonly cookies: SessionCookies;
  readonly idTokens: IdTokens;
  readonly sessions: SessionRequests;
  readonly signIn: SignInClient;
  readonly provider: ProviderClient;
  readonly people: PersonIdentifier;
  /** The requests about the e-mail of these people. */
  readonly mails: MailRequests;
}

/** Creates the parts for the role of the configuration. Nothing is requested from the provider yet. */
export function signInParts(config: Config): SignInParts {
  const { role, scope, oidcIssuer: issuer, oidcAudience: audience } = config;
  const origin = new URL(role === 'hub' ? config.baseUrl : config.serviceOrigin).origin;
  // With another first pepper people sign in again.
  const [pepper] = config.peppers;
  const cookies = new SessionCookies(scope, pepper);
  const sessions: SessionRequests = role === 'hub' ? catalogueSessions : workspaceSessions;
  const signIn = new SignInClient({ issuer, audience });
  return {
    origin,
    cookies,
    sessions,
    signIn,
    idTokens: new IdTokens(pepper),
    mails: role === 'hub' ? catalogueMails : workspaceMails,
    provider: new ProviderClient({
      issuer,
      clientId: config.oidcClientId,
      clientSecret: config.oidcClientSecret,
      origin,
    }),
    people: new PersonIdentifier({ signIn, cookies, sessions, origin }),
  };
}
