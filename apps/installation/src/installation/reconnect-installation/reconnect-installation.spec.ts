import { describe, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import {
  at,
  consentRequested,
  expected,
  installed,
  parties,
  paused,
  released,
  removed,
  requested,
  suspended,
  walletReady,
  workspaceReady,
} from '../../../test/example-installation.js';
import * as release from '../../../test/example-listing.js';
import { listingStream, type ListingFact } from '../../listing/listing.js';
import { confirmInstalled } from '../confirm-installed/confirm-installed.js';
import { confirmReadiness } from '../confirm-readiness/confirm-readiness.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { readCredentials } from '../read-credentials/read-credentials.js';
import { renewCredentials } from '../renew-credentials/renew-credentials.js';
import { reconnectInstallation, type ReconnectInstallation } from './reconnect-installation.js';

const credentials = {
  tokenHash: 'hash 2',
  tokenLast4: 'wxyz',
  sealedToken: 'token 2',
  sealedSigningSecret: 'secret 2',
  sealedInstalledCall: 'body 2',
  by: 'per_1',
  at,
};
const command: ReconnectInstallation = { ...credentials, expected };
const replaced = (reconnects: number): InstallationFact => ({
  type: 'CredentialsReplaced',
  data: { ...parties, ...credentials, reconnects },
});
const givenStreams = (
  installation: readonly InstallationFact[],
  listing: readonly ListingFact[] = [release.accepted],
) => given({ installation: [installationStream, ...installation], listing: [listingStream, ...listing] });
type States = Parameters<typeof reconnectInstallation>[1];
const reconnect = (given: ReconnectInstallation, states: States) =>
  forStream('installation', reconnectInstallation(given, states));
const complete = [requested, released, installed];

describe('reconnectInstallation', () => {
  it('ends the old token at once, and the installation waits for the plugin', () => {
    givenStreams(complete)
      .when((states) => reconnect(command, states))
      .thenFacts(replaced(1));
    given(installationStream, ...complete, replaced(1))
      .when((state) => confirmInstalled({ via: 'installed_call', generation: 1, at }, state))
      .thenFacts(installed)
      .thenState({ status: 'installed', tokenHash: 'hash 2', previousToken: null, sealedToken: null });
  });

  it('is possible after an admin read the first credentials before every service was ready, and releases no others', () => {
    const readEarly: InstallationFact = { type: 'PluginInstalled', data: { ...parties, via: 'admin', at } };
    givenStreams([requested, walletReady, readEarly])
      .when((states) => reconnect(command, states))
      .thenFacts(replaced(1));
    given(installationStream, requested, walletReady, readEarly, replaced(1))
      .when((state) => confirmReadiness({ service: 'workspace', sealedInstalledCall: 'body 1', at }, state))
      .thenFacts(workspaceReady);
  });

  it('is possible while the first credentials are on their way, and while an update waits', () => {
    for (const facts of [
      [requested, released],
      [...complete, consentRequested],
    ])
      givenStreams(facts)
        .when((states) => reconnect(command, states))
        .thenFacts(replaced(1));
  });

  it('replaces a reconnect that the plugin has not accepted', () => {
    givenStreams([...complete, replaced(1)])
      .when((states) => reconnect(command, states))
      .thenFacts(replaced(2));
  });

  it('replaces a rotation that is in flight, for good', () => {
    const rotation: InstallationFact = {
      type: 'RenewalStarted',
      data: { ...parties, ...credentials, tokenHash: 'hash 3' },
    };
    givenStreams([...complete, rotation])
      .when((states) => reconnect(command, states))
      .thenState({ installation: { status: 'pending', tokenHash: 'hash 2', previousToken: null, renewal: null } });
  });

  it.each([
    ['the call before it', { via: 'installed_call', at }],
    ['the call of a later reconnect', { via: 'installed_call', generation: 2, at }],
  ] as const)('is not confirmed by the answer to %s', (_call, answer) => {
    given(installationStream, ...complete, replaced(1))
      .when((state) => confirmInstalled(answer, state))
      .thenFacts();
  });

  it('is confirmed by an admin who reads the new credentials, and not by one who was shown the old ones', () => {
    given(installationStream, ...complete, replaced(1))
      .when((state) => readCredentials({ isProduction: false, at, tokenHash: 'hash 1' }, state))
      .thenRefuses(VERSION_CONFLICT);
    given(installationStream, ...complete, replaced(1))
      .when((state) => readCredentials({ isProduction: false, at, tokenHash: 'hash 2' }, state))
      .thenFacts({ type: 'PluginInstalled', data: { ...parties, via: 'admin', at } });
  });

  it('prevents a rotation until the plugin has accepted it', () => {
    given(installationStream, ...complete, replaced(1))
      .when((state) => renewCredentials(credentials, state))
      .thenRefuses('installation.transition_invalid', { status: 'pending' });
  });

  it('is rejected before the instance has released the first credentials', () => {
    givenStreams([requested])
      .when((states) => reconnect(command, states))
      .thenRefuses('installation.transition_invalid', { status: 'pending' });
  });

  it.each([
    ['paused', [...complete, paused]],
    ['suspended', [...complete, suspended]],
    ['removed', [...complete, removed]],
  ] as const)('is rejected while the installation is %s', (status, facts) => {
    givenStreams(facts)
      .when((states) => reconnect(command, states))
      .thenRefuses('installation.transition_invalid', { status });
  });

  it('is rejected as soon as the release is suspended', () => {
    givenStreams(complete, [release.accepted, release.suspended])
      .when((states) => reconnect(command, states))
      .thenRefuses('installation.transition_invalid', { status: 'suspended' });
  });

  it('is decided again when the settings changed while it was prepared', () => {
    givenStreams(complete)
      .when((states) => reconnect({ ...command, expected: { ...expected, settingsRevision: 7 } }, states))
      .thenRefuses('installation.version_conflict');
  });

  it('is rejected for an installation that never existed', () => {
    givenStreams([])
      .when((states) => reconnect(command, states))
      .thenRefuses('installation.not_found');
  });
});
