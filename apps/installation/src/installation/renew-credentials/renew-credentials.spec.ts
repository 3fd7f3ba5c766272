import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { confirmInstalled } from '../confirm-installed/confirm-installed.js';
import { at, installed, parties, removed, request, requested } from '../../../test/example-installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { rotateCredential } from '../rotate-credential/rotate-credential.js';
import { renewCredentials, type RenewCredentials } from './renew-credentials.js';

const command: RenewCredentials = {
  tokenHash: 'hash 2',
  tokenLast4: 'wxyz',
  sealedToken: 'token 2',
  sealedSigningSecret: 'secret 2',
  sealedInstalledCall: 'body 2',
  by: 'per_1',
  at,
};
const started: InstallationFact = { type: 'RenewalStarted', data: { ...parties, ...command } };
const hoursLater = (hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString();

describe('renewCredentials', () => {
  it('makes the new token valid at once and keeps the old token valid', () => {
    given(installationStream, requested, installed)
      .when((state) => renewCredentials(command, state))
      .thenFacts(started)
      .thenState({
        tokenHash: 'hash 2',
        previousToken: { hash: 'hash' },
        sealedToken: 'token 2',
        renewal: { startedAt: at },
      });
  });

  it('invalidates the old token when the plugin has confirmed the `installed` call', () => {
    given(installationStream, requested, installed, started)
      .when((state) => confirmInstalled({ via: 'installed_call', at }, state))
      .thenFacts({ type: 'RenewalCompleted', data: { ...parties, via: 'installed_call', at } })
      .thenState({
        status: 'installed',
        tokenHash: 'hash 2',
        previousToken: null,
        sealedToken: null,
        renewal: null,
      });
  });

  it('rejects a renewal while another one is in flight', () => {
    given(installationStream, requested, installed, started)
      .when((state) => renewCredentials({ ...command, at: hoursLater(24) }, state))
      .thenRefuses('installation.transition_invalid', { status: 'installed', renewal_since: at });
  });

  it('accepts a new renewal a day after a failed one, and the token that the plugin still uses stays valid', () => {
    given(installationStream, requested, installed, started)
      .when((state) => renewCredentials({ ...command, tokenHash: 'hash 3', at: hoursLater(26) }, state))
      .thenState({ tokenHash: 'hash 3', previousToken: { hash: 'hash' } });
  });

  it('replaces credentials of a plugin that polls that no admin has read', () => {
    const polling: InstallationFact = {
      type: 'InstallationRequested',
      data: { ...request, grants: { ...request.grants, delivery: 'poll' } },
    };
    given(installationStream, polling, installed, started)
      .when((state) => renewCredentials({ ...command, tokenHash: 'hash 3', at: hoursLater(1) }, state))
      .thenState({ tokenHash: 'hash 3', previousToken: { hash: 'hash' } });
  });

  it('prevents the rotation of a single credential while a renewal is in flight', () => {
    const token = { what: 'token', tokenHash: 'x', tokenLast4: 'x' } as const;
    const rotation = { ...token, callerTokenHash: 'hash 2', previousUntil: hoursLater(1), at };
    given(installationStream, requested, installed, started)
      .when((state) => rotateCredential(rotation, state))
      .thenRefuses('installation.transition_invalid');
  });

  it('rejects a renewal before the plugin has its first credentials', () => {
    given(installationStream, requested)
      .when((state) => renewCredentials(command, state))
      .thenRefuses('installation.transition_invalid', { status: 'pending' });
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, installed, removed)
      .when((state) => renewCredentials(command, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => renewCredentials(command, state))
      .thenRefuses('installation.not_found');
  });
});
