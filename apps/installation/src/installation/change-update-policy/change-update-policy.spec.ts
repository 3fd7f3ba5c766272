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
} from '../../../test/example-installation.js';
import { accepted, acceptedPaced, acceptedPrivate, withdrawn } from '../../../test/example-listing.js';
import { accessStream } from '../../access/access.js';
import { listingStream, type ListingFact } from '../../listing/listing.js';
import { rolloutStream, type RolloutFact } from '../../rollout/rollout.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { changeUpdatePolicy, type ChangeUpdatePolicy } from './change-update-policy.js';

const { capabilities, settings } = request;
const next = { grants: { ...request.grants, version: '1.1.0-rc.1' }, capabilities, settings, needsConsent: false };
const command = (changes: Partial<ChangeUpdatePolicy> = {}): ChangeUpdatePolicy => ({
  expected,
  next: null,
  place: 5_000,
  policy: { channel: 'stable', follow: 'auto' },
  by: 'per_1',
  at,
  ...changes,
});
const changed = (policy: ChangeUpdatePolicy['policy']): InstallationFact => ({
  type: 'UpdatePolicyChanged',
  data: { ...parties, ...policy, by: 'per_1', at },
});
const givenInstallation = (
  facts: readonly InstallationFact[],
  listing: readonly ListingFact[] = [accepted],
  rollout: readonly RolloutFact[] = [],
) =>
  given({
    installation: [installationStream, ...facts],
    listing: [listingStream, ...listing],
    rollout: [rolloutStream, ...rollout],
    access: [accessStream],
  });
const beta = { channel: 'beta', follow: 'auto' } as const;
const pinned = { channel: 'stable', follow: 'manual' } as const;

describe('changeUpdatePolicy', () => {
  it('starts on stable, following by itself, and changes to the beta channel', () => {
    givenInstallation([requested, installed])
      .when((states) => forStream('installation', changeUpdatePolicy(command({ policy: beta }), states)))
      .thenFacts(changed(beta))
      .thenState({ installation: beta });
  });

  it('moves to the version that it follows with the new policy in the same commit', () => {
    givenInstallation([requested, installed])
      .when((states) => changeUpdatePolicy(command({ policy: beta, next }), states))
      .thenFacts(changed(beta), {
        type: 'VersionChanged',
        data: { ...parties, at, grants: next.grants, capabilities, settings, by: null },
      });
  });

  it('rejects a version that its rollout has not reached when the policy changes', () => {
    const stated: RolloutFact = { type: 'RolloutStated', data: { sequence: 1, state: 'running', percent: 50, at } };
    givenInstallation([requested, installed], [acceptedPaced], [stated])
      .when((states) => changeUpdatePolicy(command({ policy: beta, next }), states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('lets the version that waits for consent wait when the admin pins the installation', () => {
    const waiting = { ...next, grants: { ...next.grants, version: '1.1.0' }, needsConsent: false };
    givenInstallation([requested, installed, consentRequested])
      .when((states) =>
        forStream('installation', changeUpdatePolicy(command({ policy: pinned, next: waiting }), states)),
      )
      .thenFacts(changed(pinned))
      .thenState({ installation: { ...pinned, status: 'consent_pending' } });
  });

  it('withdraws the request for consent to a version that the channel does not offer', () => {
    givenInstallation([requested, installed, changed(beta), consentRequested])
      .when((states) => changeUpdatePolicy(command({ expected: { ...expected, channel: 'beta' } }), states))
      .thenFacts(
        changed({ channel: 'stable', follow: 'auto' }),
        { type: 'ConsentRequestWithdrawn', data: { ...parties, at } },
        { type: 'UpdateDropped', data: { ...parties, version: '1.1.0', at } },
      );
  });

  it('changes nothing when the installation already has the policy', () => {
    givenInstallation([requested, installed])
      .when((states) => changeUpdatePolicy(command(), states))
      .thenFacts();
  });

  it('rejects a command that was prepared before the installation or the listing changed', () => {
    givenInstallation([requested, installed, changed(pinned)])
      .when((states) => changeUpdatePolicy(command({ policy: beta, next }), states))
      .thenRefuses(VERSION_CONFLICT);
    givenInstallation([requested, installed], [accepted, withdrawn])
      .when((states) => changeUpdatePolicy(command({ policy: beta, next }), states))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects an installation that was removed or never existed', () => {
    givenInstallation([requested, removed])
      .when((states) => changeUpdatePolicy(command(), states))
      .thenRefuses('installation.removed');
    givenInstallation([])
      .when((states) => changeUpdatePolicy(command(), states))
      .thenRefuses('installation.not_found');
  });

  it('rejects a private version of an organisation without access', () => {
    givenInstallation([requested, installed], [acceptedPrivate])
      .when((states) => changeUpdatePolicy(command({ next, policy: beta }), states))
      .thenRefuses(VERSION_CONFLICT);
  });
});
