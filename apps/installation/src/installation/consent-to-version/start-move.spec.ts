import { describe, it } from '@jest/globals';
import { forStream } from '@kushk/decider';
import { given } from '@kushk/testing/given';
import {
  at,
  expected,
  installed,
  parties,
  paused,
  released,
  request,
  requested,
  suspended,
} from '../../../test/example-installation.js';
import * as release from '../../../test/example-listing.js';
import { accessStream } from '../../access/access.js';
import { listingStream } from '../../listing/listing.js';
import { rolloutStream } from '../../rollout/rollout.js';
import { abandonRenewal } from '../abandon-renewal/abandon-renewal.js';
import { changePlan } from '../change-plan/change-plan.js';
import { confirmInstalled } from '../confirm-installed/confirm-installed.js';
import { followVersion, type FollowVersion } from '../follow-version/follow-version.js';
import type { InstallationFact } from '../installation-facts.js';
import { installationStream } from '../installation.js';
import { renewForVersion } from '../renew-for-version/renew-for-version.js';
import { consentToVersion, type ConsentToVersion } from './consent-to-version.js';

const version = '1.1.0';
const capabilities = { ...request.capabilities, version, base_url: 'https://new.acme.ir' };
const next = {
  grants: { ...request.grants, version, scopes: ['records.own', 'cases.read'] },
  capabilities,
  settings: request.settings,
  settingsChanged: false,
};
const fresh = {
  tokenHash: 'hash 2',
  tokenLast4: 'wxyz',
  sealedToken: 'token 2',
  sealedSigningSecret: 'secret 2',
  sealedInstalledCall: 'body 2',
};
const command: ConsentToVersion = { expected, next, move: { credentials: fresh }, by: 'per_1', at };
const minutesLater = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
const moveStarted = (minutes: number, of = next): InstallationFact => ({
  type: 'MoveStarted',
  data: { ...parties, ...of, giveUpAt: minutesLater(minutes), by: 'per_1', at },
});
const renewed: InstallationFact = {
  type: 'RenewalStarted',
  data: { ...parties, ...fresh, version, by: 'per_1', at },
};
/** Another digest than that of the listing, whose version is the higher one below. */
const offered: InstallationFact = {
  type: 'ConsentRequested',
  data: { ...parties, version, manifestDigest: 'sha256:2', additionalScopes: ['cases.read'], at },
};
const waiting = [requested, released, installed, offered];
const moving = [...waiting, moveStarted(60), renewed];
const givenConsent = (...facts: readonly InstallationFact[]) =>
  given({
    installation: [installationStream, ...facts],
    listing: [listingStream, release.accepted],
    rollout: [rolloutStream],
    access: [accessStream],
  });
type States = Parameters<typeof consentToVersion>[1];
const consent = (given: ConsentToVersion, states: States) => forStream('installation', consentToVersion(given, states));
const follow = (given: FollowVersion, states: Parameters<typeof followVersion>[1]) =>
  forStream('installation', followVersion(given, states));
const answer = { via: 'installed_call', version, at } as const;

describe('an update to a version that runs elsewhere', () => {
  it('sends its plugin new credentials, while the installed version stays', () => {
    givenConsent(...waiting)
      .when((states) => consent(command, states))
      .thenFacts(moveStarted(60), renewed)
      .thenState({
        installation: { status: 'consent_pending', grants: { version: '1.0.0' }, tokenHash: 'hash 2' },
      });
  });

  it('is installed when the plugin has accepted them', () => {
    given(installationStream, ...moving)
      .when((state) => confirmInstalled(answer, state))
      .thenFactsMatch({ type: 'RenewalCompleted' }, { type: 'VersionChanged' })
      .thenState({ status: 'installed', grants: { version }, tokenHash: 'hash 2', previousToken: null, move: null });
  });

  it('leaves the installed version and its credentials when it is given up, and can be tried again', () => {
    given(installationStream, ...moving)
      .when((state) => abandonRenewal({ version, reason: 'connect', at }, state))
      .thenFacts({ type: 'MoveAbandoned', data: { ...parties, version, reason: 'connect', at } })
      .thenState({
        status: 'consent_pending',
        grants: { version: '1.0.0' },
        tokenHash: 'hash',
        sealedSigningSecret: 'sealed secret',
        failedMove: { version, reason: 'connect', at },
      })
      .when((state) => confirmInstalled(answer, state))
      .thenFacts();
    givenConsent(...moving, { type: 'MoveAbandoned', data: { ...parties, version, reason: 'connect', at } })
      .when((states) => consent(command, states))
      .thenState({ installation: { failedMove: null, tokenHash: 'hash 2' } });
  });

  it('waits for its container, whose address is in its credentials', () => {
    const inside = { ...next, grants: { ...next.grants, kind: 'instance' as const } };
    const url = 'http://k3.containers.internal:8080';
    const listening = { ...fresh, version, containerUrl: url, firstInstalledCall: null, at };
    givenConsent(...waiting)
      .when((states) => consent({ ...command, next: inside, move: { credentials: null } }, states))
      .thenFacts(moveStarted(2, inside));
    given(installationStream, ...waiting, moveStarted(2, inside))
      .when((state) => renewForVersion(listening, state))
      .thenFactsMatch({ type: 'RenewalStarted' })
      .when((state) => renewForVersion(listening, state))
      .thenFacts()
      .when((state) => confirmInstalled(answer, state))
      .thenState({ status: 'installed', grants: { kind: 'instance' }, containerUrl: url });
  });

  it('does not start twice, and nothing else changes what it will overwrite', () => {
    givenConsent(...moving)
      .when((states) => consent(command, states))
      .thenFacts();
    given(installationStream, ...moving)
      .when((state) => changePlan({ expected, plan: 'pro', by: 'per_1', at }, state))
      .thenRefuses('installation.transition_invalid', { status: 'consent_pending', version_moving: version });
  });

  it('keeps a higher version that was offered meanwhile', () => {
    const higher = { ...next, grants: { ...next.grants, version: '1.2.0', manifestDigest: 'sha256:1' } };
    const offer = { expected, next: { ...higher, needsConsent: true }, place: 0, at };
    given({
      installation: [installationStream, ...moving],
      listing: [listingStream, release.accepted],
      rollout: [rolloutStream],
      access: [accessStream],
    })
      .when((states) => follow(offer, states))
      .thenFactsMatch({ type: 'ConsentRequested' }, { type: 'UpdateReported' })
      .when(({ installation }) => forStream('installation', confirmInstalled(answer, installation)))
      .thenState({ installation: { grants: { version }, pendingVersion: { version: '1.2.0' } } });
    given({
      installation: [installationStream, ...moving],
      listing: [listingStream, release.accepted],
      rollout: [rolloutStream],
      access: [accessStream],
    })
      .when((states) => follow({ ...offer, next: { ...offer.next, needsConsent: false } }, states))
      .thenFacts();
  });

  it('is rejected while nothing is sent to the plugin', () => {
    for (const [status, fact] of [
      ['paused', paused],
      ['suspended', suspended],
    ] as const)
      givenConsent(...waiting, fact)
        .when((states) => consent(command, states))
        .thenRefuses('installation.transition_invalid', { status, version });
  });

  it('needs no other credentials while the first ones are on their way', () => {
    givenConsent(requested, released, offered)
      .when((states) => consent(command, states))
      .thenFactsMatch({ type: 'VersionChanged' })
      .thenState({ installation: { status: 'pending', tokenHash: 'hash', grants: { version } } });
  });
});
