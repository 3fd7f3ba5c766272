import type { Config } from '@kushk/runtime';
import { anonymousAuthenticator, type Authenticator, type Authenticators } from './authenticator.js';
import { HandleOpener } from './handle-opener.js';
import { InstallationTokenAuthenticator, type PluginLookups } from './installation-token-authenticator.js';
import { PublisherKeyAuthenticator } from './publisher-key-authenticator.js';
import {
  PersonAuthenticator,
  PlatformStaffAuthenticator,
  PurchaserAuthenticator,
  SignedInAuthenticator,
  StaffAuthenticator,
} from './sign-in-authenticators.js';
import { SignInClient } from './sign-in.client.js';

/** Stands for the kinds of callers that no route of this role accepts. Always rejects. */
const unused: Authenticator = {
  authenticate: () => Promise.reject(new TypeError('this role has no authenticator for this kind of caller')),
};

export function authenticatorsFor(config: Config, lookups: PluginLookups): Authenticators {
  const signIn = new SignInClient({ issuer: config.oidcIssuer, audience: config.oidcAudience });
  const none: Authenticators = {
    publisher: unused,
    plugin: unused,
    staff: unused,
    person: unused,
    signed_in: unused,
    platform_staff: unused,
    purchaser: unused,
    anyone: anonymousAuthenticator,
  };
  if (config.role === 'hub')
    return { ...none, publisher: new PublisherKeyAuthenticator(config.pepper), staff: new StaffAuthenticator(signIn) };
  const { pepper, sealingKeys, environment } = config;
  return {
    ...none,
    plugin: new InstallationTokenAuthenticator(pepper, new HandleOpener(sealingKeys), lookups),
    person: new PersonAuthenticator(signIn),
    signed_in: new SignedInAuthenticator(signIn),
    platform_staff: new PlatformStaffAuthenticator(signIn),
    purchaser: new PurchaserAuthenticator(signIn, { production: environment === 'production' }),
  };
}
