import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, parties, removed, requested } from '../../../test/example-installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { abandonRenewal } from './abandon-renewal.js';

const renewed = (version?: string): InstallationFact => ({
  type: 'RenewalStarted',
  data: {
    ...parties,
    tokenHash: 'hash 2',
    tokenLast4: 'wxyz',
    sealedToken: 'token 2',
    sealedSigningSecret: 'secret 2',
    sealedInstalledCall: 'body 2',
    by: null,
    ...(version !== undefined && { version }),
    at,
  },
});
const command = { version: '1.1.0', at };

describe('abandonRenewal', () => {
  it('restores the credentials from before the renewal', () => {
    given(installationStream, requested, installed, renewed('1.1.0'))
      .when((state) => abandonRenewal(command, state))
      .thenFacts({ type: 'RenewalAbandoned', data: { ...parties, ...command } })
      .thenState({ tokenHash: 'hash', sealedSigningSecret: 'sealed secret', previousToken: null })
      .when((state) => abandonRenewal(command, state))
      .thenFacts();
  });

  it('leaves a renewal by the admin, or for another version, in flight', () => {
    for (const renewal of [renewed(), renewed('1.2.0')])
      given(installationStream, requested, installed, renewal)
        .when((state) => abandonRenewal(command, state))
        .thenFacts();
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, installed, removed)
      .when((state) => abandonRenewal(command, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => abandonRenewal(command, state))
      .thenRefuses('installation.not_found');
  });
});
