import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import {
  at,
  consentRequested,
  installed,
  parties,
  paused,
  removed,
  requested,
  suspended,
} from '../../../test/example-installation.js';
import { installationStream } from '../installation.js';
import { resumeInstallation } from './resume-installation.js';

const command = { by: 'per_1', at };
const resumed = (newStatus: 'pending' | 'installed' | 'suspended') => ({
  type: 'InstallationResumed',
  data: { ...command, ...parties, newStatus },
});

describe('resumeInstallation', () => {
  it('resumes a paused installation', () => {
    given(installationStream, requested, installed, paused)
      .when((state) => resumeInstallation(command, state))
      .thenFacts(resumed('installed'))
      .thenState({ status: 'installed' });
  });

  it('restores the status that the installation had before the pause', () => {
    given(installationStream, requested, paused)
      .when((state) => resumeInstallation(command, state))
      .thenState({ status: 'pending' });
    given(installationStream, requested, installed, consentRequested, paused)
      .when((state) => resumeInstallation(command, state))
      .thenState({ status: 'consent_pending' });
  });

  it('keeps a suspended installation suspended', () => {
    given(installationStream, requested, installed, paused, suspended)
      .when((state) => resumeInstallation(command, state))
      .thenFacts(resumed('suspended'))
      .thenState({ status: 'suspended', isPaused: false });
  });

  it('records a fact even for an installation that is not paused, because the delivery service may have stopped on its own', () => {
    given(installationStream, requested, installed)
      .when((state) => resumeInstallation(command, state))
      .thenFacts(resumed('installed'));
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => resumeInstallation(command, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => resumeInstallation(command, state))
      .thenRefuses('installation.not_found');
  });
});
