import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, paused, released, removed, requested } from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { confirmInstalled } from './confirm-installed.js';

const command = { via: 'installed_call', at } as const;

describe('confirmInstalled', () => {
  it('deletes the sealed token and keeps its hash', () => {
    given(installationStream, requested, released)
      .when((state) => confirmInstalled(command, state))
      .thenFacts(installed)
      .thenState({ status: 'installed', sealedToken: null, tokenHash: 'hash', installedAt: at });
  });

  it('keeps a paused installation paused', () => {
    given(installationStream, requested, released, paused)
      .when((state) => confirmInstalled(command, state))
      .thenFacts(installed)
      .thenState({ status: 'paused', sealedToken: null, installedAt: at });
  });

  it('changes nothing when it is repeated', () => {
    given(installationStream, requested, released, installed)
      .when((state) => confirmInstalled(command, state))
      .thenFacts();
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => confirmInstalled(command, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => confirmInstalled(command, state))
      .thenRefuses('installation.not_found');
  });
});
