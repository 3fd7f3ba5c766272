import { describe, expect, it } from '@jest/globals';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { checkRelease, type OpenedRelease } from './check-release.js';

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
const approval = {
  plugin_id: 'ir.acme.invoices',
  version: '1.0.0',
  manifest_digest: 'sha256:1',
  keyValidity: 'valid' as const,
};
const release = (more: Partial<OpenedRelease> = {}): OpenedRelease => ({
  manifest,
  manifestDigest: 'sha256:1',
  approval,
  pluginId: 'ir.acme.invoices',
  version: '1.0.0',
  ...more,
});
const codesOf = async (opened: OpenedRelease, instance = { pluginApi: '1.2', production: true }) =>
  (await checkRelease(opened, instance, new PlainEvaluator())).map(({ code }) => code);

describe('checkRelease', () => {
  it('accepts a release whose manifest a reviewer signed and whose plugin API the instance supports', async () => {
    expect(await codesOf(release())).toEqual([]);
  });

  it('rejects a release that no trusted reviewer signed', async () => {
    expect(await codesOf(release({ approval: null }))).toEqual(['signature.invalid']);
  });

  it('rejects a release when the reviewer signed another manifest or version', async () => {
    const otherDigest = { ...approval, manifest_digest: 'sha256:2' };
    expect(await codesOf(release({ approval: otherDigest }))).toEqual(['signature.mismatch']);
    expect(await codesOf(release({ approval: { ...approval, version: '0.9.0' } }))).toEqual(['signature.mismatch']);
    expect(await codesOf(release({ manifest: { ...manifest, version: '2.0.0' } }))).toEqual(['signature.mismatch']);
  });

  it.each([
    ['revoked', 'signature.key_revoked'],
    ['not_yet_valid', 'signature.key_out_of_time'],
    ['expired', 'signature.key_out_of_time'],
    ['unknown', 'signature.key_out_of_time'],
  ] as const)("rejects a release when its reviewer's key is %s", async (keyValidity, code) => {
    expect(await codesOf(release({ approval: { ...approval, keyValidity } }))).toEqual([code]);
  });

  it.each([
    ['1.1', []],
    ['1.3', ['plugin_api.incompatible']],
    ['2.0', ['plugin_api.incompatible']],
  ])('for a release with plugin API %s on an instance with 1.2, returns the problems %j', async (plugin_api, found) => {
    expect(await codesOf(release({ manifest: { ...manifest, plugin_api } }))).toEqual(found);
  });

  it('rejects a manifest that declares a capability without the required scope', async () => {
    const proposals = [{ record_type: 'case', actions: ['update'] }];
    expect(await codesOf(release({ manifest: { ...manifest, proposals } }))).not.toEqual([]);
  });

  it('accepts a scope that no capability uses', async () => {
    expect(await codesOf(release({ manifest: { ...manifest, scopes: { 'records.own': 'For later' } } }))).toEqual([]);
  });

  it('accepts a local address only outside production', async () => {
    const local = release({ manifest: { ...manifest, base_url: 'http://localhost:9000' } });
    expect(await codesOf(local, { pluginApi: '1.0', production: false })).toEqual([]);
    expect(await codesOf(local, { pluginApi: '1.0', production: true })).not.toEqual([]);
  });
});
