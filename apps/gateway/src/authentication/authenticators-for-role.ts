import { installation } from '@kushk/contracts';
import type { Broker } from '@kushk/broker';
import { Refused } from '@kushk/edge';
import type { Config } from '@kushk/runtime';
import { requestSender } from '../http/request-sender.js';
import { REQUEST_DEADLINE_MS } from '../http/route.js';
import { anonymousAuthenticator, type Authenticator, type Authenticators } from './authenticator.js';
import { InstallationTokenAuthenticator } from './installation-token-authenticator.js';
import { PublisherKeyAuthenticator } from './publisher-key-authenticator.js';
import {
  PersonAuthenticator,
  PlatformStaffAuthenticator,
  PurchaserAuthenticator,
  StaffAuthenticator,
} from './sign-in-authenticators.js';
import { SignInClient } from './sign-in.client.js';
import { tokenLoader, type LoadToken } from './token-loader.js';

/**
 * A batch of token lookups must end well before the request deadline, because the next batch may have to wait for it.
 */
const TOKEN_BATCH_DEADLINE_MS = 3_000;
const MAX_TOKENS_PER_BATCH = 256;
const MAX_TOKEN_BATCHES_IN_FLIGHT = 2;
/**
 * The longest time that a batch may wait before it is sent. A batch that waits longer could not end within the
 * request deadline.
 */
const MAX_TOKEN_WAIT_MS = REQUEST_DEADLINE_MS - TOKEN_BATCH_DEADLINE_MS - 1_000;

/** Stands for the kinds of callers that no route of this role accepts. Always rejects. */
const unused: Authenticator = {
  authenticate: () => Promise.reject(new TypeError('this role has no authenticator for this kind of caller')),
};

export function authenticatorsFor(config: Config, broker: Broker): Authenticators {
  const signIn = new SignInClient({ issuer: config.oidcIssuer, audience: config.oidcAudience });
  const none: Authenticators = {
    publisher: unused,
    plugin: unused,
    staff: unused,
    person: unused,
    platform_staff: unused,
    purchaser: unused,
    anyone: anonymousAuthenticator,
  };
  if (config.role === 'hub')
    return { ...none, publisher: new PublisherKeyAuthenticator(config.pepper), staff: new StaffAuthenticator(signIn) };
  const { pepper, sealingKeys, environment } = config;
  return {
    ...none,
    plugin: new InstallationTokenAuthenticator({ pepper, sealingKeys }, loadTokensFrom(broker)),
    person: new PersonAuthenticator(signIn),
    platform_staff: new PlatformStaffAuthenticator(signIn),
    purchaser: new PurchaserAuthenticator(signIn, { production: environment === 'production' }),
  };
}

function loadTokensFrom(broker: Broker): LoadToken {
  return tokenLoader({
    loadBatch: async (tokens) => {
      const send = requestSender(broker, {
        actor: { kind: 'system' },
        requestId: 'tokens',
        traceparent: null,
        deadlineAtMs: performance.now() + TOKEN_BATCH_DEADLINE_MS,
      });
      const { reply } = await send(installation.authenticateTokens, { tokens });
      return reply.results;
    },
    maxLookupsPerBatch: MAX_TOKENS_PER_BATCH,
    maxBatchesInFlight: MAX_TOKEN_BATCHES_IN_FLIGHT,
    maxWaitMs: MAX_TOKEN_WAIT_MS,
    timeoutError: () => Refused.unavailable('installation'),
  });
}
