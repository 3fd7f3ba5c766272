import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { accessGranted, accessRequested } from '../../../test/example-access.js';
import { accepted, acceptedPaced, acceptedPrivate, withdrawn } from '../../../test/example-listing.js';
import { accessStream } from '../../access/access.js';
import { listingStream, type ListingFact } from '../../listing/listing.js';
import {
  at,
  consentRequested,
  expected,
  installed,
  parties,
  paused,
  removed,
  request,
  requested,
  suspended,
  updateReported,
} from '../../../test/example-installation.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { rolloutStream, type RolloutFact } from '../../rollout/rollout.js';
import { followVersion, type FollowVersion } from './follow-version.js';

const { capabilities, settings } = request;
const grantsOf = (version: string, scopes = ['records.own']) => ({ ...request.grants, version, scopes });
const to = (version: string, needsConsent = false, scopes?: string[]): FollowVersion => ({
  expected,
  at,
  place: 5_000,
  next: { grants: grantsOf(version, scopes), capabilities, settings, needsConsent },
});
const nothingListed: FollowVersion = { expected, next: null, place: 5_000, at };
const changedTo = (version: string): InstallationFact => ({
  type: 'VersionChanged',
  data: { ...parties, at, grants: grantsOf(version), capabilities, settings, by: null },
});
/** Starts a test from an installation with these facts. The newest version is listed. */
const givenInstallation = (...facts: InstallationFact[]) =>
  given({
    installation: [installationStream, ...facts],
    listing: [listingStream, accepted],
    rollout: [rolloutStream],
    access: [accessStream],
  });

describe('followVersion', () => {
  it('upgrades to a higher version that needs no consent', () => {
    givenInstallation(requested, installed)
      .when((states) => followVersion(to('1.1.0'), states))
      .thenFacts(changedTo('1.1.0'));
  });

  it('requests consent once, and keeps the old version with its grants until the admin consents', () => {
    given({
      installation: [installationStream, requested, installed],
      listing: [listingStream, accepted],
      rollout: [rolloutStream],
      access: [accessStream],
    })
      .when((states) => followVersion(to('1.1.0', true, ['records.own', 'cases.read']), states))
      .thenFacts(consentRequested, updateReported(null));
    givenInstallation(requested, installed, consentRequested)
      .when((states) => followVersion(to('1.1.0', true), states))
      .thenFacts();
  });

  it('upgrades to a newer version that needs no consent while an older version waits for consent', () => {
    givenInstallation(requested, installed, consentRequested)
      .when((states) => followVersion(to('1.2.0'), states))
      .thenFacts(changedTo('1.2.0'));
  });

  it.each(['1.0.0', '0.9.0', '1.0.0-rc.1'])('does not move from version 1.0.0 to %s', (version) => {
    givenInstallation(requested, installed)
      .when((states) => followVersion(to(version), states))
      .thenFacts();
  });

  it('compares versions as SemVer and not as strings', () => {
    givenInstallation(requested, installed, changedTo('1.10.0'))
      .when((states) => followVersion({ ...to('1.9.0'), expected: { ...expected, version: '1.10.0' } }, states))
      .thenFacts();
  });

  it('withdraws the request for consent when the pending version is no longer listed', () => {
    givenInstallation(requested, installed, consentRequested)
      .when((states) => followVersion(nothingListed, states))
      .thenFacts(
        { type: 'ConsentRequestWithdrawn', data: { ...parties, at } },
        { type: 'UpdateDropped', data: { ...parties, version: '1.1.0', at } },
      );
    givenInstallation(requested, installed)
      .when((states) => followVersion(nothingListed, states))
      .thenFacts();
  });

  it('rejects a version that the admin declined after the command was prepared', () => {
    const declined: InstallationFact = {
      type: 'VersionDeclined',
      data: { ...parties, version: '1.1.0', manifestDigest: 'sha256:1', by: 'per_1', at },
    };
    givenInstallation(requested, installed, consentRequested, declined)
      .when((states) => followVersion(to('1.1.0', true), states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects a command that was prepared before the admin reopened a version', () => {
    givenInstallation(requested, installed, consentRequested)
      .when((states) =>
        followVersion({ expected: { ...expected, declined: 'sha256:1' }, next: null, place: 0, at }, states),
      )
      .thenRefuses(VERSION_CONFLICT);
  });

  it('moves to another manifest of the installed version, or asks for consent to it', () => {
    const next = { ...to('1.0.0').next!, grants: { ...grantsOf('1.0.0'), manifestDigest: 'sha256:2' } };
    const republished = { ...accepted, data: { ...accepted.data, manifestDigest: 'sha256:2' } } as ListingFact;
    const givenRepublished = given({
      installation: [installationStream, requested, installed],
      listing: [listingStream, republished],
      rollout: [rolloutStream],
      access: [accessStream],
    });
    givenRepublished
      .when((states) => followVersion({ ...to('1.0.0'), next }, states))
      .thenFactsMatch({ type: 'VersionChanged', data: { grants: { manifestDigest: 'sha256:2' } } });
    givenRepublished
      .when((states) => followVersion({ ...to('1.0.0'), next: { ...next, needsConsent: true } }, states))
      .thenFactsMatch(
        { type: 'ConsentRequested', data: { version: '1.0.0', manifestDigest: 'sha256:2' } },
        { type: 'UpdateReported', data: { version: '1.0.0' } },
      );
  });

  it('lifts the suspension of the previous version', () => {
    givenInstallation(requested, installed, suspended)
      .when((states) => followVersion(to('1.1.0'), states))
      .thenFacts(changedTo('1.1.0'), { type: 'SuspensionLifted', data: { ...parties, at, newStatus: 'installed' } });
  });

  it('keeps a paused installation paused when it lifts the suspension', () => {
    givenInstallation(requested, installed, suspended, paused)
      .when((states) => followVersion(to('1.1.0'), states))
      .thenFacts(changedTo('1.1.0'), { type: 'SuspensionLifted', data: { ...parties, at, newStatus: 'paused' } });
  });

  it('rejects the upgrade when the installation or the listing changed after the command was prepared', () => {
    givenInstallation(requested, installed)
      .when((states) => followVersion({ ...to('1.1.0'), expected: { ...expected, settingsRevision: 2 } }, states))
      .thenRefuses(VERSION_CONFLICT);
    given({
      installation: [installationStream, requested, installed],
      listing: [listingStream, accepted, withdrawn],
      rollout: [rolloutStream],
      access: [accessStream],
    })
      .when((states) => followVersion(to('1.1.0'), states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it.each([
    ['running', 60, true],
    ['running', 50, false],
    ['complete', 100, true],
    ['halted', 60, false],
    ['superseded', 60, false],
    ['ended', 60, false],
  ] as const)(
    'rejects a version whose rollout is %s at %d %% by now unless it reaches the place: %s',
    (state, percent, reached) => {
      const stated: RolloutFact = { type: 'RolloutStated', data: { sequence: 1, state, percent, at } };
      const moved = given({
        installation: [installationStream, requested, installed],
        listing: [listingStream, acceptedPaced],
        rollout: [rolloutStream, stated],
        access: [accessStream],
      }).when((states) => followVersion(to('1.1.0'), states));
      if (reached) moved.thenFacts(changedTo('1.1.0'));
      else moved.thenRefuses(VERSION_CONFLICT);
    },
  );

  it('rejects a version whose first stage has not been stated', () => {
    given({
      installation: [installationStream, requested, installed],
      listing: [listingStream, acceptedPaced],
      rollout: [rolloutStream],
      access: [accessStream],
    })
      .when((states) => followVersion({ ...to('1.1.0'), place: 0 }, states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('moves to a private release only if the organisation has access', () => {
    const streams = {
      installation: [installationStream, requested, installed],
      listing: [listingStream, acceptedPrivate],
    } as const;
    given({ ...streams, rollout: [rolloutStream], access: [accessStream, accessRequested, accessGranted] })
      .when((states) => followVersion(to('1.1.0'), states))
      .thenFacts(changedTo('1.1.0'));
    given({ ...streams, rollout: [rolloutStream], access: [accessStream, accessRequested] })
      .when((states) => followVersion(to('1.1.0'), states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects an installation that was removed or never existed', () => {
    givenInstallation(requested, installed, removed)
      .when((states) => followVersion(to('1.1.0'), states))
      .thenRefuses('installation.removed');
    givenInstallation()
      .when((states) => followVersion(to('1.1.0'), states))
      .thenRefuses('installation.not_found');
  });
});
