import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing';
import { confirmInstalled } from '../change-installation.js';
import { about, at, installed, removed, requested } from '../example-installation.js';
import { installationStream, type InstallationFact } from '../installation.js';
import { rotateCredential } from '../rotate-credential/rotate-credential.js';
import { renewCredentials, type RenewCredentials } from './renew-credentials.js';

const command: RenewCredentials = {
  tokenHash: 'hash 2',
  tokenLast4: 'wxyz',
  sealedToken: 'token 2',
  sealedSigningSecret: 'secret 2',
  sealedLifecycle: 'body 2',
  by: 'per_1',
  at,
};
const begun: InstallationFact = { type: 'RenewalBegun', data: { ...about, ...command } };
const later = (hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString();

describe('renewing the credentials of a plugin', () => {
  it('lets the new token work at once and the old one until the plugin has answered', () => {
    const renewing = given(installationStream, requested, installed)
      .when((state) => renewCredentials(command, state))
      .thenFacts(begun);
    renewing.thenState({
      tokenHash: 'hash 2',
      previousToken: { hash: 'hash' },
      sealedToken: 'token 2',
      renewalSince: at,
    });
    given(installationStream, requested, installed, begun)
      .when((state) => confirmInstalled({ how: 'answered', at }, state))
      .thenFacts({ type: 'RenewalTaken', data: { ...about, how: 'answered', at } })
      .thenState({
        tokenHash: 'hash 2',
        previousToken: null,
        sealedToken: null,
        renewalSince: null,
        phase: 'installed',
      });
  });

  it('happens once at a time, until a day has passed in which nobody took it: the plugin still has the first ones then', () => {
    const renewing = given(installationStream, requested, installed, begun);
    renewing
      .when((state) => renewCredentials({ ...command, at: later(24) }, state))
      .thenRefuses('installation.transition_invalid', { status: 'installed', renewal_since: at });
    renewing
      .when((state) =>
        rotateCredential({ what: 'token', tokenHash: 'x', tokenLast4: 'x', previousUntil: later(1), at }, state),
      )
      .thenRefuses('installation.transition_invalid');
    renewing
      .when((state) => renewCredentials({ ...command, tokenHash: 'hash 3', at: later(26) }, state))
      .thenState({ tokenHash: 'hash 3', previousToken: { hash: 'hash' } });
  });

  it('waits for the first credentials, and is over with the removal', () => {
    given(installationStream, requested)
      .when((state) => renewCredentials(command, state))
      .thenRefuses('installation.transition_invalid', { status: 'pending' });
    given(installationStream, requested, installed, removed)
      .when((state) => renewCredentials(command, state))
      .thenRefuses('installation.removed');
  });
});
