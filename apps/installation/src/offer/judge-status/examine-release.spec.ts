import { describe, expect, it } from '@jest/globals';
import { examineRelease, type OpenedRelease } from './examine-release.js';

const manifest = {
  schema: '1',
  id: 'ir.acme.invoices',
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'Invoices' },
  base_url: 'https://plugin.acme.ir',
};
const approval = { plugin_id: 'ir.acme.invoices', version: '1.0.0', manifest_digest: 'sha256:1', key: 'good' as const };
const opened = (more: Partial<OpenedRelease> = {}): OpenedRelease => ({
  manifest,
  manifestDigest: 'sha256:1',
  approval,
  pluginId: 'ir.acme.invoices',
  version: '1.0.0',
  ...more,
});
const codes = (release: OpenedRelease, instance = { pluginApi: '1.2', production: true }) =>
  examineRelease(release, instance).map(({ code }) => code);

describe('a release that comes to an instance', () => {
  it('is fine when a reviewer has signed this very manifest and it runs here', () => {
    expect(codes(opened())).toEqual([]);
  });

  it('is refused without the signature of a reviewer, or with one for something else', () => {
    expect(codes(opened({ approval: null }))).toEqual(['signature.invalid']);
    expect(codes(opened({ approval: { ...approval, manifest_digest: 'sha256:2' } }))).toEqual(['signature.mismatch']);
    expect(codes(opened({ approval: { ...approval, version: '0.9.0' } }))).toEqual(['signature.mismatch']);
    expect(codes(opened({ manifest: { ...manifest, version: '2.0.0' } }))).toEqual(['signature.mismatch']);
  });

  it.each([
    ['revoked', 'signature.key_revoked'],
    ['not_yet', 'signature.key_out_of_time'],
    ['no_longer', 'signature.key_out_of_time'],
    ['unknown', 'signature.key_out_of_time'],
  ] as const)('is refused when the key of its reviewer was %s', (key, code) => {
    expect(codes(opened({ approval: { ...approval, key } }))).toEqual([code]);
  });

  it.each([
    ['1.1', []],
    ['1.3', ['plugin_api.incompatible']],
    ['2.0', ['plugin_api.incompatible']],
  ])('needs plugin API %s on an instance with 1.2: %j', (plugin_api, found) => {
    expect(codes(opened({ manifest: { ...manifest, plugin_api } }))).toEqual(found);
  });

  it('is checked whole: a capability without its scope refuses it, a scope without a use does not', () => {
    expect(
      codes(opened({ manifest: { ...manifest, proposals: [{ record_type: 'case', actions: ['update'] }] } })),
    ).not.toEqual([]);
    expect(codes(opened({ manifest: { ...manifest, scopes: { 'records.own': 'For later' } } }))).toEqual([]);
  });

  it('may stand on localhost outside production only', () => {
    const local = opened({ manifest: { ...manifest, base_url: 'http://localhost:9000' } });
    expect(codes(local, { pluginApi: '1.0', production: false })).toEqual([]);
    expect(codes(local, { pluginApi: '1.0', production: true })).not.toEqual([]);
  });
});
