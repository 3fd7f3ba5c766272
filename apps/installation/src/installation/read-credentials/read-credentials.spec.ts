import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  installed,
  parties,
  paused,
  released,
  removed,
  request,
  requested,
  suspended,
} from '../../../test/example-installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { readCredentials, type ReadCredentials } from './read-credentials.js';

const command: ReadCredentials = { isProduction: false, tokenHash: 'hash', at };
const inProduction = { ...command, isProduction: true };
const daysLater = (days: number) => new Date(Date.parse(at) + days * 86_400_000).toISOString();
const polling: InstallationFact = {
  type: 'InstallationRequested',
  data: { ...request, grants: { ...request.grants, delivery: 'poll' } },
};
const renewal: InstallationFact = {
  type: 'RenewalStarted',
  data: {
    ...parties,
    tokenHash: 'hash 2',
    tokenLast4: 'wxyz',
    sealedToken: 'token 2',
    sealedSigningSecret: 'secret 2',
    sealedInstalledCall: 'body 2',
    by: 'per_1',
    at: daysLater(30),
  },
};

describe('readCredentials', () => {
  it('changes the status of the installation to installed', () => {
    given(installationStream, requested, released)
      .when((state) => readCredentials(command, state))
      .thenFacts({ type: 'PluginInstalled', data: { ...parties, via: 'admin', at } })
      .thenState({ status: 'installed', sealedToken: null });
  });

  it('rejects a second read', () => {
    given(installationStream, requested)
      .when((state) => readCredentials(command, state))
      .when((state) => readCredentials(command, state))
      .thenRefuses('installation.credentials_already_read');
  });

  it('rejects a read after the plugin has confirmed the `installed` call', () => {
    given(installationStream, requested, released, installed)
      .when((state) => readCredentials(command, state))
      .thenRefuses('installation.credentials_already_read');
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => readCredentials(command, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => readCredentials(command, state))
      .thenRefuses('installation.not_found');
  });

  it('rejects, in production, a plugin that gets its credentials in the `installed` call', () => {
    given(installationStream, requested, released)
      .when((state) => readCredentials(inProduction, state))
      .thenRefuses('installation.not_found');
  });

  it('installs a plugin that polls, in production too', () => {
    given(installationStream, polling, released)
      .when((state) => readCredentials(inProduction, state))
      .thenFacts({ type: 'PluginInstalled', data: { ...parties, via: 'admin', at } })
      .thenState({ status: 'installed', sealedToken: null });
  });

  it.each([paused, suspended])('rejects a read while the installation does not run (%j)', (stopped) => {
    given(installationStream, polling, released, stopped)
      .when((state) => readCredentials(inProduction, state))
      .thenRefuses('installation.transition_invalid', { status: stopped === paused ? 'paused' : 'suspended' });
  });

  it('rejects credentials that no admin has read for seven days, and not a moment earlier', () => {
    given(installationStream, polling, released)
      .when((state) => readCredentials({ ...inProduction, at: daysLater(7) }, state))
      .thenRefuses('installation.credentials_expired', { until: daysLater(7) });
    given(installationStream, polling, released)
      .when((state) => readCredentials({ ...inProduction, at: daysLater(6.99) }, state))
      .thenState({ status: 'installed' });
  });

  it('shows renewed credentials once, for seven days from the renewal', () => {
    const readRenewed = { ...inProduction, tokenHash: 'hash 2', at: daysLater(36) };
    given(installationStream, polling, installed, renewal)
      .when((state) => readCredentials(readRenewed, state))
      .thenFacts({
        type: 'RenewalCompleted',
        data: { ...parties, via: 'admin', sealedSigningSecret: 'secret 2', at: daysLater(36) },
      })
      .thenState({ previousToken: null, sealedToken: null })
      .when((state) => readCredentials(readRenewed, state))
      .thenRefuses('installation.credentials_already_read');
  });

  it('shows those of a version that polls, also in production, until it is given up', () => {
    const giveUpAt = daysLater(30.1);
    const move: InstallationFact = {
      type: 'MoveStarted',
      data: {
        ...parties,
        ...{ grants: { ...request.grants, version: '1.1.0', delivery: 'poll' }, capabilities: request.capabilities },
        ...{ settings: request.settings, settingsChanged: false, giveUpAt, by: 'per_1', at: daysLater(30) },
      },
    };
    const moving = [requested, installed, move, { ...renewal, data: { ...renewal.data, version: '1.1.0' } }] as const;
    const read = (days: number) => ({ ...inProduction, tokenHash: 'hash 2', at: daysLater(days) });
    given(installationStream, ...(moving as readonly InstallationFact[]))
      .when((state) => readCredentials(read(30.1), state))
      .thenRefuses('installation.credentials_expired', { until: giveUpAt })
      .when((state) => readCredentials(read(30.05), state))
      .thenFactsMatch(
        { type: 'RenewalCompleted', data: { sealedSigningSecret: 'secret 2' } },
        { type: 'VersionChanged' },
      )
      .thenState({ status: 'installed', grants: { version: '1.1.0', delivery: 'poll' } });
  });

  it('is decided again when the credentials were renewed after the admin got them', () => {
    given(installationStream, polling, installed, renewal)
      .when((state) => readCredentials(inProduction, state))
      .thenRefuses('installation.version_conflict');
  });
});
