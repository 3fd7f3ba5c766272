import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { PlainEvaluator } from '@kushk/runtime/evaluation';
import { consentRequested, expected, installed, requested } from '../../../test/example-installation.js';
import { manifestOf, manifestsOf, secrets } from '../../../test/example-manifest.js';
import { installationStream, type ExistingInstallation } from '../installation.js';
import { ConsentPreparation } from './consent-preparation.js';

const scopes = { 'records.own': '', 'cases.read': '' };
const next = manifestOf('1.1.0', { scopes });
const preparation = new ConsentPreparation(manifestsOf(manifestOf('1.0.0'), next), secrets, new PlainEvaluator());
const waiting = fold(installationStream, [requested, installed, consentRequested]) as ExistingInstallation;
const request = {
  organisation_id: 'org_1',
  installation_id: 'ins_1',
  by: 'per_1',
  version: '1.1.0',
  consent: { scopes: Object.keys(scopes), base_url: 'https://plugin.acme.ir' },
  plan: null,
  settings: null,
};

describe('ConsentPreparation', () => {
  it.each([
    ['has none', null],
    ['repeats them', {}],
  ])('grants the scopes and keeps plan and settings when the request %s', async (_name, settings) => {
    expect(await preparation.prepare({ ...request, settings }, waiting)).toMatchObject({
      accepted: true,
      consent: {
        expected,
        next: {
          grants: { version: '1.1.0', scopes: Object.keys(scopes), plan: 'basic' },
          settings: { masked: {} },
          settingsChanged: false,
        },
      },
    });
  });

  it('changes the plan and the settings when the request contains them', async () => {
    const changes = { ...request, plan: 'pro', settings: { label: 'a' } };
    expect(await preparation.prepare(changes, waiting)).toMatchObject({
      consent: { next: { grants: { plan: 'pro' }, settings: { masked: { label: 'a' } }, settingsChanged: true } },
    });
  });

  it('activates no plan when the active plan no longer exists and the new version has several plans', async () => {
    const plans = [{ key: 'gold' }, { key: 'silver' }];
    const withOtherPlans = new ConsentPreparation(
      manifestsOf(manifestOf('1.1.0', { scopes, plans })),
      secrets,
      new PlainEvaluator(),
    );
    expect(await withOtherPlans.prepare(request, waiting)).toMatchObject({
      consent: { next: { grants: { plan: null } } },
    });
  });

  it('rejects a version that is not pending', async () => {
    expect(await preparation.prepare({ ...request, version: '1.2.0' }, waiting)).toMatchObject({
      refusal: { code: 'installation.transition_invalid', params: { version_pending: '1.1.0', version: '1.2.0' } },
    });
  });

  it('rejects an incomplete consent, an unknown plan and invalid settings', async () => {
    const codeOf = async (changes: object) => {
      const prepared = await preparation.prepare({ ...request, ...changes }, waiting);
      return prepared.accepted ? 'accepted' : prepared.refusal.code;
    };
    expect(await codeOf({ consent: { ...request.consent, scopes: [] } })).toBe('installation.consent_missing');
    expect(await codeOf({ plan: 'gold' })).toBe('installation.plan_unknown');
    expect(await codeOf({ settings: { label: 7 } })).toBe('installation.settings_invalid');
  });
});
