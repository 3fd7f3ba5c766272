import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { installation, type JsonObject } from '@kushk/contracts';
import { manifestOf, statusChanged } from '../../../test/hub.js';
import { InstallationHarness, type InstallationRef } from '../../../test/installation-harness.js';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

let sequence = 0;
async function publish(id: string, version: string, changes: JsonObject = {}): Promise<void> {
  sequence += 1;
  await harness.receive(statusChanged(manifestOf(id, version, changes), { status: 'published', sequence }));
}
async function installedAs(id: string): Promise<InstallationRef> {
  await publish(id, '1.0.0');
  const ref = await harness.install(id, 'org_1');
  await harness.service.reply(installation.readCredentials, ref);
  return ref;
}
interface Policy {
  readonly channel?: 'stable' | 'beta';
  readonly follow?: 'auto' | 'manual';
}
const change = (ref: InstallationRef, { channel, follow }: Policy) =>
  harness.service.reply(installation.changeUpdatePolicy, { ...ref, channel: channel ?? null, follow: follow ?? null });
const versionOf = async (ref: InstallationRef) =>
  (await harness.service.reply(installation.getInstallation, ref)).version;

it('keeps the version of a pinned installation until the admin moves it or lets it follow again', async () => {
  const ref = await installedAs('ir.acme.pinned');
  expect(await change(ref, { follow: 'manual' })).toMatchObject({ channel: 'stable', follow: 'manual' });
  await publish('ir.acme.pinned', '1.1.0');
  expect(await versionOf(ref)).toBe('1.0.0');
  expect(await harness.service.reply(installation.getUpdate, ref)).toMatchObject({
    version: '1.1.0',
    needs_consent: false,
  });
  // The page of the update shows what differs.
  const manifestOf = (version: string) => harness.service.outcomeCode(installation.getManifest, { ...ref, version });
  expect([await manifestOf('1.1.0'), await manifestOf('1.2.0')]).toEqual([
    'accepted',
    'installation.version_not_found',
  ]);

  const move = (version: string) => harness.service.request(installation.moveToVersion, { ...ref, version });
  expect(await move('1.2.0')).toMatchObject({
    refusal: { code: 'installation.transition_invalid', params: { version_available: '1.1.0', version: '1.2.0' } },
  });
  expect(await move('1.1.0')).toMatchObject({ reply: { version: '1.1.0', follow: 'manual' } });
  expect(await harness.service.outcomeCode(installation.getUpdate, ref)).toBe('installation.update_not_found');

  await publish('ir.acme.pinned', '1.2.0');
  expect(await change(ref, { follow: 'auto' })).toMatchObject({ version: '1.2.0', follow: 'auto' });
});

it('asks for consent when the admin moves to a version that needs it', async () => {
  const ref = await installedAs('ir.acme.wider');
  await change(ref, { follow: 'manual' });
  const scopes = { 'records.own': 'Keeps invoices', 'wallet.consume': 'Sells pages', 'cases.read': 'Finds cases' };
  await publish('ir.acme.wider', '1.1.0', { scopes });
  expect(await harness.service.reply(installation.getInstallation, ref)).toMatchObject({ version_pending: null });
  const moved = await harness.service.reply(installation.moveToVersion, { ...ref, version: '1.1.0' });
  expect(moved).toMatchObject({ version: '1.0.0', version_pending: '1.1.0', status: 'consent_pending' });
});

it('follows pre-releases on the beta channel only, and keeps one on stable until a higher release', async () => {
  const ref = await installedAs('ir.acme.early');
  await publish('ir.acme.early', '2.0.0-rc.1');
  expect(await versionOf(ref)).toBe('1.0.0');
  expect(await change(ref, { channel: 'beta' })).toMatchObject({ channel: 'beta', version: '2.0.0-rc.1' });
  await publish('ir.acme.early', '2.0.0-rc.2');
  expect(await versionOf(ref)).toBe('2.0.0-rc.2');

  expect(await change(ref, { channel: 'stable' })).toMatchObject({ channel: 'stable', version: '2.0.0-rc.2' });
  await publish('ir.acme.early', '2.0.0-rc.3');
  await publish('ir.acme.early', '1.9.0');
  expect(await versionOf(ref)).toBe('2.0.0-rc.2');
  await publish('ir.acme.early', '2.0.0');
  expect(await versionOf(ref)).toBe('2.0.0');
});

it('moves paused installations, and none of another organisation or that is removed', async () => {
  const ref = await installedAs('ir.acme.ended');
  const foreign = { ...ref, organisation_id: 'org_2' };
  const policy = { channel: 'beta', follow: null } as const;
  const move = { version: '1.1.0' };
  expect(await harness.service.outcomeCode(installation.changeUpdatePolicy, { ...foreign, ...policy })).toBe(
    'installation.not_found',
  );
  expect(await harness.service.outcomeCode(installation.moveToVersion, { ...foreign, ...move })).toBe(
    'installation.not_found',
  );
  await change(ref, { follow: 'manual' });
  await harness.service.reply(installation.pauseInstallation, ref);
  await publish('ir.acme.ended', '1.1.0');
  expect(await harness.service.reply(installation.moveToVersion, { ...ref, ...move })).toMatchObject({
    status: 'paused',
    version: '1.1.0',
  });
  await harness.service.reply(installation.removeInstallation, ref);
  expect(await harness.service.outcomeCode(installation.changeUpdatePolicy, { ...ref, ...policy })).toBe(
    'installation.removed',
  );
  expect(await harness.service.outcomeCode(installation.moveToVersion, { ...ref, ...move })).toBe(
    'installation.removed',
  );
});

it('produces the same state and views in a rebuild as in the live service', async () => {
  expect((await harness.rebuild()).differences).toEqual([]);
});
