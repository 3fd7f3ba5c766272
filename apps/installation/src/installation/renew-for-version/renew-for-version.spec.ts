import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { abandonRenewal } from '../abandon-renewal/abandon-renewal.js';
import { confirmInstalled } from '../confirm-installed/confirm-installed.js';
import { at, installed, parties, released, removed, requested } from '../../../test/example-installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { renewForVersion, type RenewForVersion } from './renew-for-version.js';

const command: RenewForVersion = {
  version: '1.0.0',
  firstInstalledCall: null,
  tokenHash: 'hash 2',
  tokenLast4: 'wxyz',
  sealedToken: 'token 2',
  sealedSigningSecret: 'secret 2',
  sealedInstalledCall: 'body 2',
  at,
};
const { firstInstalledCall: _none, version: _version, ...renewed } = command;
const started: InstallationFact = {
  type: 'RenewalStarted',
  data: { ...parties, ...renewed, version: '1.0.0', by: null },
};
const byAdmin: InstallationFact = {
  type: 'RenewalStarted',
  data: { ...parties, ...renewed, by: 'per_1', tokenHash: 'hash 3' },
};

describe('renewForVersion', () => {
  it('makes new credentials for the version whose container listens, once', () => {
    given(installationStream, requested, installed)
      .when((state) => renewForVersion(command, state))
      .thenFacts(started)
      .thenState({ tokenHash: 'hash 2', previousToken: { hash: 'hash' }, renewal: { version: '1.0.0' } })
      .when((state) => renewForVersion(command, state))
      .thenFacts();
  });

  it('completes with the answer to its own call, not with the answer to a superseded one', () => {
    given(installationStream, requested, installed, byAdmin, started)
      .when((state) => confirmInstalled({ via: 'installed_call', version: null, at }, state))
      .thenFacts()
      .when((state) => confirmInstalled({ via: 'installed_call', version: '1.0.0', at }, state))
      .thenFacts({ type: 'RenewalCompleted', data: { ...parties, via: 'installed_call', at } })
      .thenState({ tokenHash: 'hash 2', previousToken: null, renewal: null });
  });

  it('returns to the credentials that the plugin has when the version is given up', () => {
    given(installationStream, requested, installed, byAdmin, started)
      .when((state) => abandonRenewal({ version: '1.0.0', at }, state))
      .thenFacts({ type: 'RenewalAbandoned', data: { ...parties, version: '1.0.0', at } })
      .thenState({
        tokenHash: 'hash',
        tokenLast4: 'abcd',
        sealedToken: null,
        sealedSigningSecret: 'sealed secret',
        previousToken: null,
        renewal: null,
      });
  });

  it('sends the first credentials at once to a version that replaces one which did not accept them', () => {
    given(installationStream, requested, released)
      .when((state) => renewForVersion({ ...command, firstInstalledCall: 'first body' }, state))
      .thenFacts({
        type: 'CredentialsReleased',
        data: { ...parties, sealedInstalledCall: 'first body', reconnects: 0, at },
      });
  });

  it('changes nothing before the credentials are released, for another version, and after the removal', () => {
    given(installationStream, requested)
      .when((state) => renewForVersion({ ...command, firstInstalledCall: 'first body' }, state))
      .thenFacts();
    given(installationStream, requested, installed)
      .when((state) => renewForVersion({ ...command, version: '0.9.0' }, state))
      .thenFacts();
    given(installationStream, requested, installed, removed)
      .when((state) => renewForVersion(command, state))
      .thenRefuses('installation.removed');
  });
});
