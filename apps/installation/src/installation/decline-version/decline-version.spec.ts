import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import {
  at,
  consentRequested,
  installed,
  parties,
  removed,
  request,
  requested,
} from '../../../test/example-installation.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { declineVersion } from './decline-version.js';

const command = { version: '1.1.0', by: 'per_1', at };
const declined: InstallationFact = {
  type: 'VersionDeclined',
  data: { ...parties, ...command, manifestDigest: 'sha256:1' },
};
const dropped: InstallationFact = { type: 'UpdateDropped', data: { ...parties, version: '1.1.0', at } };
const decline = (version: string, ...facts: InstallationFact[]) =>
  given(installationStream, ...facts).when((state) => declineVersion({ ...command, version }, state));

describe('declineVersion', () => {
  it('declines the pending version, and the installation is installed again', () => {
    decline('1.1.0', requested, installed, consentRequested).thenFacts(declined, dropped);
    expect(fold(installationStream, [requested, installed, consentRequested, declined])).toMatchObject({
      status: 'installed',
      pendingVersion: null,
      declinedVersions: [{ version: '1.1.0', manifestDigest: 'sha256:1', by: 'per_1', at }],
    });
  });

  it('changes nothing when the version was declined before', () => {
    decline('1.1.0', requested, installed, consentRequested, declined).thenFacts();
  });

  it('rejects a version that is not the pending one', () => {
    decline('1.2.0', requested, installed, consentRequested).thenRefuses('installation.transition_invalid', {
      status: 'consent_pending',
      version_pending: '1.1.0',
      version: '1.2.0',
    });
    decline('1.1.0', requested, installed).thenRefuses('installation.transition_invalid');
  });

  it('rejects an installation that was removed or never existed', () => {
    decline('1.1.0', requested, installed, consentRequested, removed).thenRefuses('installation.removed');
    decline('1.1.0').thenRefuses('installation.not_found');
  });

  it('is forgotten once a higher version is installed', () => {
    const { capabilities, settings } = request;
    const changed: InstallationFact = {
      type: 'VersionChanged',
      data: { ...parties, grants: { ...request.grants, version: '1.2.0' }, capabilities, settings, by: 'per_1', at },
    };
    expect(fold(installationStream, [requested, installed, consentRequested, declined, changed])).toMatchObject({
      declinedVersions: [],
    });
  });
});
