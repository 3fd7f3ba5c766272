import type { Config } from '@kushk/runtime';
import { anonymousAuthenticator, type Authenticator, type Authenticators } from './authenticator.js';
import { HandleOpener } from './handle-opener.js';
import { InstallationTokenAuthenticator, type PluginLookups } from './installation-token-authenticator.js';
import { PublisherKeyAuthenticator } from './publisher-key-authenticator.js';
import { PublisherMemberAuthenticator } from './publisher-member-authenticator.js';
import { RegistryAccountAuthenticator } from './registry-account-authenticator.js';
import {
  PersonAuthenticator,
  PlatformStaffAuthenticator,
  PurchaserAuthenticator,
  SignedInAuthenticator,
  StaffAuthenticator,
} from './sign-in-authenticators.js';
import type { PersonIdentifier, SessionRequests } from './person-identifier.js';

/** Stands for the kinds of callers that no route of this role accepts. Always rejects. */
const unused: Authenticator = {
  authenticate: () => Promise.reject(new TypeError('this role has no authenticator for this kind of caller')),
};

export interface Identification {
  readonly people: PersonIdentifier;
  readonly sessions: SessionRequests;
  readonly lookups: PluginLookups;
}

export function authenticatorsFor(config: Config, { people, sessions, lookups }: Identification): Authenticators {
  const none: Authenticators = {
    publisher: unused,
    publisher_member: unused,
    plugin: unused,
    staff: unused,
    person: unused,
    signed_in: new SignedInAuthenticator(people, sessions),
    platform_staff: unused,
    purchaser: unused,
    registry_account: unused,
    anyone: anonymousAuthenticator,
  };
  if (config.role === 'hub')
    return {
      ...none,
      publisher: new PublisherKeyAuthenticator(config.peppers),
      publisher_member: new PublisherMemberAuthenticator(people),
      registry_account: new RegistryAccountAuthenticator(config.peppers),
      staff: new StaffAuthenticator(people),
    };
  const { peppers, sealingKeys, environment } = config;
  return {
    ...none,
    plugin: new InstallationTokenAuthenticator(peppers, new HandleOpener(sealingKeys), lookups),
    person: new PersonAuthenticator(people),
    platform_staff: new PlatformStaffAuthenticator(people),
    purchaser: new PurchaserAuthenticator(people, { production: environment === 'production' }),
  };
}
