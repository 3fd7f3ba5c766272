import { describe, expect, it } from '@jest/globals';
import type { Manifest } from '@kushk/manifest';
import { givenAll } from '@kushk/testing';
import { offerStream, type OfferFact } from '../../offer/offer.js';
import { at, requested, wanted } from '../example-installation.js';
import { installationStream } from '../installation.js';
import { removeInstallation } from '../remove-installation/remove-installation.js';
import { slotStream } from '../slot.js';
import { install, missingConsent } from './install.js';

const offered: OfferFact = {
  type: 'OfferAccepted',
  data: {
    pluginId: 'ir.acme.invoices',
    version: '1.0.0',
    sequence: 1,
    tier: 'verified',
    manifest: { publisher: 'acme' },
    manifestDigest: 'sha256:1',
    publishedAt: at,
    source: 'hub',
    at,
  },
};
const fresh = { slot: [slotStream], installation: [installationStream] } as const;

describe('installing', () => {
  it('takes the place of the plugin in the organisation', () => {
    givenAll({ ...fresh, offer: [offerStream, offered] })
      .when((states) => install(wanted, states))
      .thenFactsOf({ slot: [{ type: 'SlotTaken', data: { installationId: 'ins_1' } }], installation: [requested] })
      .thenReplies({ phase: 'pending', grants: { scopes: ['records.own'] } });
  });

  it('is refused where the plugin is installed already, and possible again after the removal', () => {
    const standing = givenAll({
      slot: [slotStream, { type: 'SlotTaken', data: { installationId: 'ins_0' } }],
      installation: [installationStream],
      offer: [offerStream, offered],
    });
    standing
      .when((states) => install(wanted, states))
      .thenRefuses('installation.already_installed', { installation_id: 'ins_0' });
    const gone = givenAll({
      slot: [slotStream, { type: 'SlotTaken', data: { installationId: 'ins_1' } }],
      installation: [installationStream, requested],
    })
      .when((states) => removeInstallation({ by: 'per_1', at }, states))
      .thenState({ slot: { installationId: null }, installation: { phase: 'removed', sealedToken: null } });
    expect(removeInstallation({ by: 'per_1', at }, gone.state)).toMatchObject({
      accepted: true,
      facts: { installation: [], slot: [] },
    });
  });

  it.each([
    ['nothing is offered', []],
    ['the release is suspended', [offered, { type: 'OfferSuspended', data: { sequence: 2, reason: null, at } }]],
    [
      'the release is withdrawn',
      [offered, { type: 'OfferWithdrawn', data: { sequence: 2, reason: null, wasSuspended: false, at } }],
    ],
  ] as const)('is refused while %s', (_case, facts) => {
    givenAll({ ...fresh, offer: [offerStream, ...facts] })
      .when((states) => install(wanted, states))
      .thenRefuses('store.plugin_not_found');
  });
});

describe('consent', () => {
  const manifest = {
    kind: 'external',
    base_url: 'https://plugin.acme.ir',
    scopes: { 'records.own': '', 'cases.read': '' },
  } as unknown as Manifest;
  const container = { kind: 'instance', egress: ['api.acme.ir:443'], scopes: {} } as unknown as Manifest;

  it('covers exactly what the manifest asks for, in any order', () => {
    expect(
      missingConsent(manifest, { scopes: ['cases.read', 'records.own'], base_url: 'https://plugin.acme.ir' }),
    ).toEqual([]);
    expect(
      missingConsent(manifest, { scopes: ['cases.read', 'records.own'], base_url: 'https://plugin.acme.ir/' }),
    ).toEqual([]);
    expect(
      missingConsent(
        { ...manifest, base_url: 'https://plugin.acme.ir/kushk/' },
        { scopes: ['cases.read', 'records.own'], base_url: 'https://plugin.acme.ir/kushk' },
      ),
    ).toEqual([]);
    expect(missingConsent(container, { scopes: [], egress: ['api.acme.ir:443'] })).toEqual([]);
  });

  it('misses what was not agreed to, and what was agreed to without being asked', () => {
    const expected = { path: '/consent/scopes', expected: ['records.own', 'cases.read'] };
    expect(missingConsent(manifest, { scopes: ['records.own'], base_url: 'https://plugin.acme.ir' })).toEqual([
      expected,
    ]);
    expect(
      missingConsent(manifest, {
        scopes: ['records.own', 'cases.read', 'people.read'],
        base_url: 'https://plugin.acme.ir',
      }),
    ).toEqual([expected]);
    expect(missingConsent(manifest, { scopes: ['records.own', 'cases.read'] })).toEqual([
      { path: '/consent/base_url', expected: 'https://plugin.acme.ir' },
    ]);
    expect(missingConsent(container, { scopes: [] })).toEqual([
      { path: '/consent/egress', expected: ['api.acme.ir:443'] },
    ]);
  });
});
