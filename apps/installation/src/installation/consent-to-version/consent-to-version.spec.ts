import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessRequested } from '../../../test/example-access.js';
import { accepted, acceptedPrivate, withdrawn } from '../../../test/example-listing.js';
import { accessStream } from '../../access/access.js';
import { listingStream } from '../../listing/listing.js';
import {
  at,
  consentRequested,
  expected,
  installed,
  parties,
  removed,
  request,
  requested,
} from '../../../test/example-installation.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { consentToVersion, type ConsentToVersion } from './consent-to-version.js';

const { capabilities, settings } = request;
const grantsOf = (version: string, plan = 'basic') => ({ ...request.grants, version, plan });
const consentTo = (version: string): ConsentToVersion => ({
  expected,
  next: { grants: grantsOf(version), capabilities, settings, settingsChanged: false },
  move: null,
  by: 'per_1',
  at,
});
const givenInstallation = (...facts: InstallationFact[]) =>
  given({ installation: [installationStream, ...facts], listing: [listingStream, accepted], access: [accessStream] });

describe('consentToVersion', () => {
  it('changes to the pending version', () => {
    givenInstallation(requested, installed, consentRequested)
      .when((states) => consentToVersion(consentTo('1.1.0'), states))
      .thenFacts({
        type: 'VersionChanged',
        data: { ...parties, at, grants: grantsOf('1.1.0'), capabilities, settings, by: 'per_1' },
      });
  });

  it('rejects a private version as not listed without access', () => {
    given({
      installation: [installationStream, requested, installed, consentRequested],
      listing: [listingStream, acceptedPrivate],
      access: [accessStream, accessRequested],
    })
      .when((states) => consentToVersion(consentTo('1.1.0'), states))
      .thenRefuses('store.plugin_not_found');
  });

  it('rejects a version that is not the pending one', () => {
    givenInstallation(requested, installed, consentRequested)
      .when((states) => consentToVersion(consentTo('1.2.0'), states))
      .thenRefuses('installation.transition_invalid', {
        status: 'consent_pending',
        version_pending: '1.1.0',
        version: '1.2.0',
      });
    givenInstallation(requested, installed)
      .when((states) => consentToVersion(consentTo('1.1.0'), states))
      .thenRefuses('installation.transition_invalid');
  });

  it('records separate facts for a changed plan and changed settings', () => {
    const command = consentTo('1.1.0');
    const next = { ...command.next, grants: grantsOf('1.1.0', 'pro'), settingsChanged: true };
    givenInstallation(requested, installed, consentRequested)
      .when((states) => consentToVersion({ ...command, next }, states))
      .thenFactsMatch(
        { type: 'VersionChanged' },
        { type: 'PlanChanged', data: { plan: 'pro' } },
        { type: 'SettingsChanged', data: { revision: 2 } },
      );
  });

  it('rejects the consent when the settings changed after the command was prepared', () => {
    const outdated = { ...consentTo('1.1.0'), expected: { ...expected, settingsRevision: 2 } };
    givenInstallation(requested, installed, consentRequested)
      .when((states) => consentToVersion(outdated, states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects a version that is no longer listed', () => {
    given({
      installation: [installationStream, requested, installed, consentRequested],
      listing: [listingStream, accepted, withdrawn],
      access: [accessStream],
    })
      .when((states) => consentToVersion(consentTo('1.1.0'), states))
      .thenRefuses('store.plugin_not_found');
  });

  it('rejects an installation that was removed or never existed', () => {
    givenInstallation(requested, installed, consentRequested, removed)
      .when((states) => consentToVersion(consentTo('1.1.0'), states))
      .thenRefuses('installation.removed');
    givenInstallation()
      .when((states) => consentToVersion(consentTo('1.1.0'), states))
      .thenRefuses('installation.not_found');
  });
});
