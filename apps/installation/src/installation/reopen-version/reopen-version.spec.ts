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
import { accepted, withdrawn } from '../../../test/example-listing.js';
import { accessStream } from '../../access/access.js';
import { listingStream, type ListingFact } from '../../listing/listing.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { reopenVersion, type ReopenVersion } from './reopen-version.js';

const { capabilities, settings } = request;
const grants = { ...request.grants, version: '1.1.0', scopes: ['records.own', 'cases.read'] };
const declined: InstallationFact = {
  type: 'VersionDeclined',
  data: { ...parties, version: '1.1.0', manifestDigest: 'sha256:1', by: 'per_1', at },
};
const reopened: InstallationFact = { type: 'VersionReopened', data: { ...parties, version: '1.1.0', by: 'per_2', at } };
const command = (changes: Partial<ReopenVersion> = {}): ReopenVersion => ({
  expected: { ...expected, declined: 'sha256:1' },
  next: { grants, capabilities, settings, needsConsent: true },
  version: '1.1.0',
  by: 'per_2',
  at,
  ...changes,
});
const givenInstallation = (facts: readonly InstallationFact[], listing: readonly ListingFact[] = [accepted]) =>
  given({ installation: [installationStream, ...facts], listing: [listingStream, ...listing], access: [accessStream] });

describe('reopenVersion', () => {
  it('lets the declined version wait for consent again in the same commit', () => {
    givenInstallation([requested, installed, consentRequested, declined])
      .when((states) => forStream('installation', reopenVersion(command(), states)))
      .thenFacts(reopened, consentRequested, updateReported('per_2'))
      .thenState({ installation: { status: 'consent_pending', declinedVersions: [] } });
  });

  it('only takes the decision back when the version cannot be installed or needs no consent any more', () => {
    givenInstallation([requested, installed, consentRequested, declined])
      .when((states) => reopenVersion(command({ next: null }), states))
      .thenFacts(reopened);
    const harmless = { grants, capabilities, settings, needsConsent: false };
    givenInstallation([requested, installed, consentRequested, declined])
      .when((states) => reopenVersion(command({ next: harmless }), states))
      .thenFacts(reopened);
  });

  it('changes nothing when the version waits already, and rejects one that was not declined', () => {
    givenInstallation([requested, installed, consentRequested])
      .when((states) => reopenVersion(command({ expected }), states))
      .thenFacts();
    givenInstallation([requested, installed, consentRequested, declined])
      .when((states) => reopenVersion(command({ version: '1.2.0' }), states))
      .thenRefuses('installation.transition_invalid', { status: 'installed', version: '1.2.0' });
  });

  it('rejects a command that was prepared before the listing or the declined versions changed', () => {
    givenInstallation([requested, installed, consentRequested, declined], [accepted, withdrawn])
      .when((states) => reopenVersion(command(), states))
      .thenRefuses(VERSION_CONFLICT);
    givenInstallation([requested, installed, consentRequested, declined])
      .when((states) => reopenVersion(command({ expected }), states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects while the plugin moves to another version, and an installation that was removed or never existed', () => {
    const move = { grants, capabilities, settings, settingsChanged: false, giveUpAt: at, by: 'per_1' };
    givenInstallation([requested, installed, declined, { type: 'MoveStarted', data: { ...parties, ...move, at } }])
      .when((states) => reopenVersion(command(), states))
      .thenRefuses('installation.transition_invalid', { status: 'installed', version_moving: '1.1.0' });
    givenInstallation([requested, removed])
      .when((states) => reopenVersion(command(), states))
      .thenRefuses('installation.removed');
    givenInstallation([])
      .when((states) => reopenVersion(command(), states))
      .thenRefuses('installation.not_found');
  });
});
