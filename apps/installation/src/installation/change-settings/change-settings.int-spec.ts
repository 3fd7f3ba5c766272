import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation } from '@kushk/contracts';
import { MASK } from '@kushk/manifest';
import { InstallationHarness } from '../../../test/installation-harness.js';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

describe('secret settings', () => {
  it('are stored sealed and returned masked', async () => {
    await harness.publish('ir.acme.secretive');
    const [first, second] = ['first-secret-7Qz', 'second-secret-9Kd'];
    const installed = await harness.install('ir.acme.secretive', 'org_secret', {
      settings: { label: 'shown', api_key: first },
      idempotency: harness.idempotency(),
    });
    expect(
      await harness.service.reply(installation.getInstallation, { ...installed, with_settings: true }),
    ).toMatchObject({
      settings: { label: 'shown', api_key: MASK },
      settings_revision: 1,
    });
    const settings = { label: 'other', api_key: second };
    const request = { ...installed, settings, idempotency: harness.idempotency() };
    const changed = await harness.service.request(installation.changeSettings, request);
    expect(changed).toMatchObject({
      replayed: false,
      reply: { settings: { label: 'other', api_key: MASK }, settings_revision: 2 },
    });
    expect(await harness.service.request(installation.changeSettings, request)).toEqual({ ...changed, replayed: true });
    const text = await harness.storedText();
    expect(text).toContain('shown');
    for (const secret of [first, second]) expect(text).not.toContain(secret);
  });

  it('keep their value when the admin submits the mask', async () => {
    await harness.publish('ir.acme.masked');
    const settings = { label: 'a', api_key: 'stored-secret' };
    const installed = await harness.install('ir.acme.masked', 'org_masked', { settings });
    const changed = { ...installed, settings: { label: 'b', api_key: MASK } };
    await harness.service.reply(installation.changeSettings, changed);
    const found = await harness.pluginSettings(installed);
    expect(found.settings).toEqual({ label: 'b', api_key: 'stored-secret' });
  });

  it('keep a value that one admin changes while seven others submit the mask', async () => {
    await harness.publish('ir.acme.settled');
    const installed = await harness.install('ir.acme.settled', 'org_1', { settings: { api_key: 'secret 0' } });
    const save = (api_key: string, label: string) =>
      harness.service.reply(installation.changeSettings, { ...installed, settings: { api_key, label } });
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      const [changed] = await Promise.all([
        save(`secret ${attempt}`, 'new'),
        ...Array.from({ length: 7 }, (_, index) => save(MASK, `unchanged ${index}`)),
      ]);
      expect(changed.settings?.['api_key']).toBe(MASK);
      const found = await harness.pluginSettings(installed);
      expect(found.settings['api_key']).toBe(`secret ${attempt}`);
      expect(found.settings_revision).toBe(1 + 8 * attempt);
    }
  });
});
