import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, parties, paused, removed, requested, suspended } from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { pauseInstallation } from './pause-installation.js';

const command = { by: 'per_1', at };

describe('pauseInstallation', () => {
  it('pauses an installation', () => {
    given(installationStream, requested, installed)
      .when((state) => pauseInstallation(command, state))
      .thenFacts(paused)
      .thenState({ status: 'paused' });
  });

  it('pauses an installation whose plugin has no credentials yet', () => {
    given(installationStream, requested)
      .when((state) => pauseInstallation(command, state))
      .thenState({ status: 'paused', installedAt: null });
  });

  it('keeps a suspended installation suspended', () => {
    given(installationStream, requested, installed, suspended)
      .when((state) => pauseInstallation(command, state))
      .thenFacts({ type: 'InstallationPaused', data: { ...command, ...parties, newStatus: 'suspended' } })
      .thenState({ status: 'suspended', isPaused: true });
  });

  it('changes nothing when the installation is already paused', () => {
    given(installationStream, requested, paused)
      .when((state) => pauseInstallation(command, state))
      .thenFacts();
    given(installationStream, requested, paused, suspended)
      .when((state) => pauseInstallation(command, state))
      .thenFacts();
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => pauseInstallation(command, state))
      .thenRefuses('installation.removed', { installation_id: 'ins_1' });
    given(installationStream)
      .when((state) => pauseInstallation(command, state))
      .thenRefuses('installation.not_found');
  });
});
