import { describe, expect, it } from '@jest/globals';
import type { Manifest } from '@kushk/manifest';
import { missingConsent, planOf, settingsSchemaOf } from './manifest-terms.js';

const manifest = {
  kind: 'external',
  base_url: 'https://plugin.acme.ir',
  scopes: { 'records.own': '', 'cases.read': '' },
} as unknown as Manifest;
const container = { kind: 'instance', egress: ['api.acme.ir:443'], scopes: {} } as unknown as Manifest;
const base_url = 'https://plugin.acme.ir';

describe('missingConsent', () => {
  it('returns nothing when the consent covers the scopes, in any order, and the address or the egress', () => {
    expect(missingConsent(manifest, { scopes: ['cases.read', 'records.own'], base_url }, '/consent')).toEqual([]);
    expect(missingConsent(container, { scopes: [], egress: ['api.acme.ir:443'] }, '/consent')).toEqual([]);
  });

  it('ignores a trailing slash in the address', () => {
    const scopes = ['cases.read', 'records.own'];
    expect(missingConsent(manifest, { scopes, base_url: `${base_url}/` }, '/consent')).toEqual([]);
    const withPath = { ...manifest, base_url: `${base_url}/kushk/` };
    expect(missingConsent(withPath, { scopes, base_url: `${base_url}/kushk` }, '/consent')).toEqual([]);
  });

  it('returns the required scopes when the consent has one scope too few or one too many', () => {
    const expected = [{ path: '/consent/scopes', expected: ['records.own', 'cases.read'] }];
    expect(missingConsent(manifest, { scopes: ['records.own'], base_url }, '/consent')).toEqual(expected);
    const tooMany = ['records.own', 'cases.read', 'people.read'];
    expect(missingConsent(manifest, { scopes: tooMany, base_url }, '/consent')).toEqual(expected);
  });

  it('points into the body that was sent', () => {
    expect(missingConsent(manifest, { scopes: [], base_url }, '')).toMatchObject([{ path: '/scopes' }]);
  });

  it('returns the address of an external plugin and the egress of an instance plugin', () => {
    expect(missingConsent(manifest, { scopes: ['records.own', 'cases.read'] }, '/consent')).toEqual([
      { path: '/consent/base_url', expected: base_url },
    ]);
    expect(missingConsent(container, { scopes: [] }, '/consent')).toEqual([
      { path: '/consent/egress', expected: ['api.acme.ir:443'] },
    ]);
  });
});

describe('planOf', () => {
  const withPlans = (...keys: string[]) => ({ plans: keys.map((key) => ({ key })) }) as unknown as Manifest;

  it('returns the requested plan', () => {
    expect(planOf(withPlans('basic', 'pro'), 'pro')).toBe('pro');
  });

  it('returns undefined for a plan that does not exist', () => {
    expect(planOf(withPlans('basic'), 'gold')).toBeUndefined();
  });

  it('returns the only plan when none is requested', () => {
    expect(planOf(withPlans('basic'), null)).toBe('basic');
    expect(planOf(withPlans('basic', 'pro'), null)).toBeNull();
    expect(planOf(withPlans(), null)).toBeNull();
  });
});

describe('settingsSchemaOf', () => {
  it('returns a schema that accepts no settings for a plugin that declares none', () => {
    expect(settingsSchemaOf(container)).toEqual({ type: 'object', additionalProperties: false });
  });
});
