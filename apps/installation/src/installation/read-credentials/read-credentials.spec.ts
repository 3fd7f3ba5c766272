import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, parties, released, removed, requested } from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { readCredentials } from './read-credentials.js';

describe('readCredentials', () => {
  it('changes the status of the installation to installed', () => {
    given(installationStream, requested, released)
      .when((state) => readCredentials({ at, tokenHash: 'hash' }, state))
      .thenFacts({ type: 'PluginInstalled', data: { ...parties, via: 'admin', at } })
      .thenState({ status: 'installed', sealedToken: null });
  });

  it('rejects a second read', () => {
    given(installationStream, requested)
      .when((state) => readCredentials({ at, tokenHash: 'hash' }, state))
      .when((state) => readCredentials({ at, tokenHash: 'hash' }, state))
      .thenRefuses('installation.credentials_already_read');
  });

  it('rejects a read after the plugin has confirmed the `installed` call', () => {
    given(installationStream, requested, released, installed)
      .when((state) => readCredentials({ at, tokenHash: 'hash' }, state))
      .thenRefuses('installation.credentials_already_read');
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => readCredentials({ at, tokenHash: 'hash' }, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => readCredentials({ at, tokenHash: 'hash' }, state))
      .thenRefuses('installation.not_found');
  });
});
