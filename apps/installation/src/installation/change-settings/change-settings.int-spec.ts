import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { manifestOf, pinnedKeys, wordOn } from '../../../test/hub.js';
import { InstallationModule } from '../../installation.module.js';
import { OnReleaseStatusChangedHandler } from '../../listing/on-release-status-changed/on-release-status-changed.handler.js';
import { MASK } from './restore-secrets.js';

describe('admins who save the settings at once', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startService('installation', InstallationModule, {
      KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys),
    });
    await service.deliverTwice(
      OnReleaseStatusChangedHandler,
      wordOn(manifestOf('ir.acme.settled', '1.0.0'), { status: 'published', sequence: 1 }),
    );
  });
  afterAll(() => service.stop());

  it('never bring back a secret that one of them has replaced, by the mask that the others were shown', async () => {
    const organisation_id = 'org_1';
    const { installation_id } = await service.reply(installation.install, {
      organisation_id,
      by: 'per_1',
      plugin_id: 'ir.acme.settled',
      version: null,
      plan: 'basic',
      settings: { api_key: 'secret 0' },
      consent: { scopes: ['records.own', 'wallet.consume'], base_url: 'https://plugin.acme.ir' },
      locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
    });
    const save = (api_key: string, label: string) =>
      service.reply(installation.changeSettings, {
        organisation_id,
        installation_id,
        by: 'per_1',
        settings: { api_key, label },
      });
    for (let round = 1; round <= 10; round += 1) {
      const [newest] = await Promise.all([
        save(`secret ${round}`, 'new'),
        ...Array.from({ length: 7 }, (_, index) => save(MASK, `kept ${index}`)),
      ]);
      expect(newest.settings['api_key']).toBe(MASK);
      const { installation: found } = await service.reply(installation.getForHandle, { installation_id });
      expect(found.settings['api_key']).toBe(`secret ${round}`);
      expect(found.settings_revision).toBe(1 + 8 * round);
    }
  });
});
