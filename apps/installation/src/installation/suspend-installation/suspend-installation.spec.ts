import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, installed, paused, removed, requested, suspended } from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { suspendInstallation } from './suspend-installation.js';

describe('suspendInstallation', () => {
  it('suspends an installation', () => {
    given(installationStream, requested, installed)
      .when((state) => suspendInstallation({ at }, state))
      .thenFacts(suspended)
      .thenState({ status: 'suspended', isPaused: false });
  });

  it('suspends a paused installation and remembers the pause', () => {
    given(installationStream, requested, installed, paused)
      .when((state) => suspendInstallation({ at }, state))
      .thenFacts(suspended)
      .thenState({ status: 'suspended', isPaused: true });
  });

  it('changes nothing when the installation is already suspended', () => {
    given(installationStream, requested, suspended)
      .when((state) => suspendInstallation({ at }, state))
      .thenFacts();
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => suspendInstallation({ at }, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => suspendInstallation({ at }, state))
      .thenRefuses('installation.not_found');
  });
});
