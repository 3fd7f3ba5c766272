import { describe, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import {
  at,
  consentRequested,
  expected,
  installed,
  parties,
  removed,
  request,
  requested,
  updateReported,
} from '../../../test/example-installation.js';
import { accepted, acceptedPrivate, withdrawn } from '../../../test/example-listing.js';
import { accessStream } from '../../access/access.js';
import { listingStream, type ListingFact } from '../../listing/listing.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { moveToVersion, type MoveToVersion } from './move-to-version.js';

const { capabilities, settings } = request;
const grants = { ...request.grants, version: '1.1.0', scopes: ['records.own', 'cases.read'] };
const command = (needsConsent = false, follow: 'auto' | 'manual' = 'auto'): MoveToVersion => ({
  expected: { ...expected, follow },
  next: { grants, capabilities, settings, needsConsent },
  by: 'per_1',
  at,
});
const pinned: InstallationFact = {
  type: 'UpdatePolicyChanged',
  data: { ...parties, channel: 'stable', follow: 'manual', by: 'per_1', at },
};
const moved: InstallationFact = {
  type: 'VersionChanged',
  data: { ...parties, at, grants, capabilities, settings, by: 'per_1' },
};
const givenInstallation = (facts: readonly InstallationFact[], listing: readonly ListingFact[] = [accepted]) =>
  given({ installation: [installationStream, ...facts], listing: [listingStream, ...listing], access: [accessStream] });

describe('moveToVersion', () => {
  it('moves a pinned installation, which stays pinned', () => {
    givenInstallation([requested, installed, pinned])
      .when((states) => forStream('installation', moveToVersion(command(false, 'manual'), states)))
      .thenFacts(moved)
      .thenState({ installation: { grants: { version: '1.1.0' }, follow: 'manual' } });
  });

  it('asks once for consent to a version that needs it', () => {
    givenInstallation([requested, installed])
      .when((states) => moveToVersion(command(true), states))
      .thenFacts(consentRequested, updateReported('per_1'));
    givenInstallation([requested, installed, consentRequested])
      .when((states) => moveToVersion(command(true), states))
      .thenFacts();
  });

  it('rejects the move while the plugin moves to a version that runs elsewhere', () => {
    const move = { grants, capabilities, settings, settingsChanged: false, giveUpAt: at, by: 'per_1' };
    givenInstallation([requested, installed, { type: 'MoveStarted', data: { ...parties, ...move, at } }])
      .when((states) => moveToVersion(command(), states))
      .thenRefuses('installation.transition_invalid', { status: 'installed', version_moving: '1.1.0' });
  });

  it('rejects a command that was prepared before the installation or the listing changed', () => {
    givenInstallation([requested, installed, pinned])
      .when((states) => moveToVersion(command(), states))
      .thenRefuses(VERSION_CONFLICT);
    givenInstallation([requested, installed, moved])
      .when((states) => moveToVersion(command(), states))
      .thenRefuses(VERSION_CONFLICT);
    givenInstallation([requested, installed], [accepted, withdrawn])
      .when((states) => moveToVersion(command(), states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects an installation that was removed or never existed', () => {
    givenInstallation([requested, removed])
      .when((states) => moveToVersion(command(), states))
      .thenRefuses('installation.removed');
    givenInstallation([])
      .when((states) => moveToVersion(command(), states))
      .thenRefuses('installation.not_found');
  });

  it('rejects a private version of an organisation without access', () => {
    givenInstallation([requested, installed], [acceptedPrivate])
      .when((states) => moveToVersion(command(), states))
      .thenRefuses(VERSION_CONFLICT);
  });
});
