import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { given } from '@kushk/testing';
import { consentToVersion } from '../consent-to-version/consent-to-version.js';
import { about, at, installed, removed, requested, wanted } from '../example-installation.js';
import { installationStream, type InstallationFact } from '../installation.js';
import { BASIS_MOVED } from '../basis.js';
import { followVersion, needsConsent, type FollowVersion } from './follow-version.js';

const basis = { version: '1.0.0', plan: 'basic', settingsRevision: 1 };
const { capabilities, settings } = wanted;
const grants = (version: string, scopes = ['records.own'], plan: string | null = 'basic') => ({
  ...wanted.grants,
  version,
  scopes,
  plan,
});
const to = (version: string, asks = false, scopes?: string[]): FollowVersion => ({
  basis,
  at,
  next: { grants: grants(version, scopes), capabilities, settings, needsConsent: asks },
});
const changed = (version: string, by: string | null = null): InstallationFact => ({
  type: 'VersionChanged',
  data: { ...about, at, grants: grants(version), capabilities, settings, by },
});
const asked: InstallationFact = {
  type: 'ConsentAsked',
  data: { ...about, version: '1.1.0', scopes: ['cases.read'], at },
};
const suspended: InstallationFact = { type: 'InstallationSuspended', data: { ...about, statusAfter: 'suspended', at } };
const running = [requested, installed] as const;

describe('a higher version', () => {
  it('is moved to where nothing more is asked for', () => {
    given(installationStream, ...running)
      .when((state) => followVersion(to('1.1.0'), state))
      .thenFacts(changed('1.1.0'))
      .thenState({ grants: { version: '1.1.0' }, pending: null });
  });

  it('waits for consent where more is asked for, once, and the old version runs on with the old grants', () => {
    const waiting = given(installationStream, ...running)
      .when((state) => followVersion(to('1.1.0', true, ['records.own', 'cases.read']), state))
      .thenFacts(asked)
      .thenState({
        grants: { version: '1.0.0', scopes: ['records.own'] },
        pending: { version: '1.1.0', scopes: ['cases.read'] },
      });
    expect(followVersion(to('1.1.0', true), waiting.state)).toMatchObject({ accepted: true, facts: [] });
    expect(followVersion(to('1.2.0'), waiting.state)).toMatchObject({
      facts: [{ type: 'VersionChanged', data: { grants: { version: '1.2.0' } } }],
    });
  });

  it.each(['1.0.0', '0.9.0', '1.0.0-rc.1'])('is not %s: an installation of 1.0.0 never goes there', (version) => {
    given(installationStream, ...running)
      .when((state) => followVersion(to(version), state))
      .thenFacts();
  });

  it('compares by SemVer and not by letters', () => {
    const basisOfTen = { ...basis, version: '1.10.0' };
    given(installationStream, ...running, changed('1.10.0'))
      .when((state) => followVersion({ ...to('1.9.0'), basis: basisOfTen }, state))
      .thenFacts();
  });

  it('waits no longer when it is not on offer any more', () => {
    given(installationStream, ...running, asked)
      .when((state) => followVersion({ basis, next: null, at }, state))
      .thenFacts({ type: 'ConsentObsolete', data: { ...about, at } });
    given(installationStream, ...running)
      .when((state) => followVersion({ basis, next: null, at }, state))
      .thenFacts();
  });

  it('ends the suspension of the one before, and leaves a pause alone', () => {
    given(installationStream, ...running, suspended)
      .when((state) => followVersion(to('1.1.0'), state))
      .thenFacts(changed('1.1.0'), { type: 'SuspensionLifted', data: { ...about, at, statusAfter: 'installed' } });
    given(installationStream, ...running, suspended, {
      type: 'InstallationPaused',
      data: { ...about, statusAfter: 'suspended', by: 'per_1', at },
    })
      .when((state) => followVersion(to('1.1.0'), state))
      .thenFacts(changed('1.1.0'), { type: 'SuspensionLifted', data: { ...about, at, statusAfter: 'paused' } });
  });

  it('is worked out anew when the installation has changed meanwhile, and is nothing to one that is gone', () => {
    given(installationStream, ...running)
      .when((state) => followVersion({ ...to('1.1.0'), basis: { ...basis, settingsRevision: 2 } }, state))
      .thenRefuses(BASIS_MOVED);
    given(installationStream, ...running, removed)
      .when((state) => followVersion(to('1.1.0'), state))
      .thenRefuses('installation.removed');
  });
});

describe('consent', () => {
  const agreed = (version: string, more: object = {}) => ({
    basis,
    next: { grants: grants(version), capabilities, settings, settingsChanged: false, ...more },
    by: 'per_1',
    at,
  });

  it('brings the version that waits, and no other', () => {
    given(installationStream, ...running, asked)
      .when((state) => consentToVersion(agreed('1.1.0'), state))
      .thenFacts(changed('1.1.0', 'per_1'));
    given(installationStream, ...running, asked)
      .when((state) => consentToVersion(agreed('1.2.0'), state))
      .thenRefuses('installation.transition_invalid', {
        status: 'consent_pending',
        version_pending: '1.1.0',
        version: '1.2.0',
      });
    given(installationStream, ...running)
      .when((state) => consentToVersion(agreed('1.1.0'), state))
      .thenRefuses('installation.transition_invalid');
  });

  it('may bring another plan and other settings, and says so', () => {
    const next = { grants: grants('1.1.0', ['records.own'], 'pro'), settingsChanged: true };
    const { facts } = given(installationStream, ...running, asked).when((state) =>
      consentToVersion(agreed('1.1.0', next), state),
    );
    expect(facts).toMatchObject([
      { type: 'VersionChanged' },
      { type: 'PlanChanged', data: { plan: 'pro' } },
      { type: 'SettingsChanged', data: { revision: 2 } },
    ]);
  });
});

describe('what needs consent', () => {
  const manifest = (more: object = {}): Manifest =>
    ({
      id: 'ir.acme.invoices',
      version: '1.0.0',
      kind: 'external',
      base_url: 'https://plugin.acme.ir',
      scopes: { 'records.own': '' },
      plans: [
        { key: 'basic', names: {}, rates: { page: '0.25' } },
        { key: 'pro', names: {}, rates: { page: '0.1' } },
      ],
      settings: { type: 'object', properties: { label: { type: 'string' } } },
      ...more,
    }) as unknown as Manifest;
  const kept = { plan: 'basic', settings: { label: 'a' } as JsonObject };

  it.each<[string, object, boolean]>([
    ['nothing', {}, false],
    ['another text of a tool', { tools: [{ name: 'a', description: 'b', input_schema: {} }] }, false],
    ['a lower rate', { plans: [{ key: 'basic', names: {}, rates: { page: '0.2' } }] }, false],
    ['a setting that may be left out', { settings: { type: 'object', properties: { label: {}, more: {} } } }, false],
    ['a new scope', { scopes: { 'records.own': '', 'cases.read': '' } }, true],
    ['a scope less', { scopes: {} }, true],
    ['another address', { base_url: 'https://other.acme.ir' }, true],
    ['a higher rate', { plans: [{ key: 'basic', names: {}, rates: { page: '0.3' } }] }, true],
    ['no active plan any more', { plans: [{ key: 'pro', names: {}, rates: { page: '0.2' } }] }, true],
    [
      'a plan less that is not the active one',
      { plans: [{ key: 'basic', names: {}, rates: { page: '0.25' } }] },
      false,
    ],
    [
      'a setting that is required now, and there',
      { settings: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] } },
      false,
    ],
    ['a setting that is missing', { settings: { type: 'object', required: ['key'] } }, true],
  ])('%s', (_case, more, expected) => {
    expect(needsConsent(manifest(), manifest({ version: '1.1.0', ...more }), kept)).toBe(expected);
  });
});
