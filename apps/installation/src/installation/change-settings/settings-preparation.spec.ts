import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { expected, installed, request, requested } from '../../../test/example-installation.js';
import { manifestOf, manifestsOf, secrets } from '../../../test/example-manifest.js';
import { installationStream, type ExistingInstallation } from '../installation.js';
import { MASK } from '@kushk/manifest';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { SettingsPreparation } from './settings-preparation.js';

const preparation = new SettingsPreparation(manifestsOf(manifestOf('1.0.0')), secrets, new PlainEvaluator());
async function installationWith(settings: Record<string, string>): Promise<ExistingInstallation> {
  const pointers = 'api_key' in settings ? ['/api_key'] : [];
  const sealed = await secrets.sealSettings('ins_1', { settings, secrets: pointers });
  const withSettings = { ...requested, data: { ...request, settings: sealed } } as typeof requested;
  return fold(installationStream, [withSettings, installed]) as ExistingInstallation;
}

describe('SettingsPreparation', () => {
  it('seals the settings and records the versions that it read', async () => {
    const prepared = await preparation.prepare({ label: 'a', api_key: 'k1' }, await installationWith({}));
    if (!prepared.accepted) throw new Error(prepared.refusal.code);
    const { settings } = prepared.change;
    expect(prepared.change.expected).toEqual(expected);
    expect(settings).toMatchObject({ masked: { label: 'a', api_key: MASK }, secretPointers: ['/api_key'] });
    expect(await secrets.unsealSettings('ins_1', settings)).toEqual({ label: 'a', api_key: 'k1' });
  });

  it('replaces a mask with the stored secret', async () => {
    const prepared = await preparation.prepare({ api_key: MASK }, await installationWith({ api_key: 'stored' }));
    if (!prepared.accepted) throw new Error(prepared.refusal.code);
    expect(await secrets.unsealSettings('ins_1', prepared.change.settings)).toEqual({ api_key: 'stored' });
  });

  it('keeps a secret that the manifest no longer marks sealed until the admin writes it', async () => {
    const properties = { label: { type: 'string' }, api_key: { type: 'string' } };
    const unmarked = manifestOf('1.0.0', { settings: { type: 'object', properties } });
    const later = new SettingsPreparation(manifestsOf(unmarked), secrets, new PlainEvaluator());
    const settingsAfter = async (sent: Record<string, string>) => {
      const prepared = await later.prepare(sent, await installationWith({ api_key: 'stored' }));
      if (!prepared.accepted) throw new Error(prepared.refusal.code);
      return prepared.change.settings;
    };
    const unchanged = await settingsAfter({ label: 'a', api_key: MASK });
    expect(unchanged).toMatchObject({ masked: { label: 'a', api_key: MASK }, secretPointers: ['/api_key'] });
    expect(await secrets.unsealSettings('ins_1', unchanged)).toEqual({ label: 'a', api_key: 'stored' });
    expect(await settingsAfter({ api_key: 'public' })).toMatchObject({ masked: { api_key: 'public' }, sealed: null });
  });

  it('rejects settings that do not match the manifest', async () => {
    expect(await preparation.prepare({ label: 7 }, await installationWith({}))).toMatchObject({
      refusal: { code: 'installation.settings_invalid', params: { problems: [{ path: '/settings/label' }] } },
    });
  });

  it('rejects an installation whose manifest is unknown', async () => {
    const withoutManifests = new SettingsPreparation(manifestsOf(), secrets, new PlainEvaluator());
    expect(await withoutManifests.prepare({}, await installationWith({}))).toMatchObject({
      refusal: { code: 'installation.not_found' },
    });
  });
});
