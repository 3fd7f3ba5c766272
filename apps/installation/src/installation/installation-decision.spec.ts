import { describe, expect, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { installed, removed, requested } from '../../test/example-installation.js';
import { inOrganisation, refuseInactive } from './installation-decision.js';
import { installationStream } from './installation.js';
import { pauseInstallation } from './pause-installation/pause-installation.js';

const command = { by: 'per_1', at: '2026-11-20T10:00:00.000Z' };

describe('inOrganisation', () => {
  it('runs the decision for an installation of the organisation', () => {
    given(installationStream, requested, installed)
      .when((state) => inOrganisation('org_1', state, (own) => pauseInstallation(command, own)))
      .thenFactsMatch({ type: 'InstallationPaused' });
  });

  it('rejects an installation of another organisation as if it did not exist', () => {
    for (const facts of [[requested, installed], []])
      given(installationStream, ...facts)
        .when((state) => inOrganisation('org_2', state, (own) => pauseInstallation(command, own)))
        .thenRefuses('installation.not_found');
  });
});

describe('refuseInactive', () => {
  it('returns different rejections for a removed installation and one that never existed', () => {
    expect(refuseInactive({ status: 'absent' }).refusal.code).toBe('installation.not_found');
    given(installationStream, requested, removed)
      .when((state) => pauseInstallation(command, state))
      .thenRefuses('installation.removed', { installation_id: 'ins_1' });
  });
});
