import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type InstallRequest, type JsonObject } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { manifestOf, pinnedKeys, wordOn } from '../test/hub.js';
import { installationStream } from './installation/installation.js';
import { InstallationModule } from './installation.module.js';
import { OnReleaseStatusChangedHandler } from './listing/on-release-status-changed/on-release-status-changed.handler.js';
import { installationStore } from './store.module.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('installation', InstallationModule, {
    KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys),
  });
});
afterAll(async () => {
  await service?.stop();
});

const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
const scopes = { 'records.own': 'Keeps invoices', 'wallet.consume': 'Sells pages' };
const more = { ...scopes, 'cases.read': 'Finds cases' };
let sequence = 0;
const say = async (
  status: 'published' | 'suspended' | 'withdrawn',
  id: string,
  version: string,
  changes: JsonObject = {},
): Promise<void> => {
  await service.deliverTwice(
    OnReleaseStatusChangedHandler,
    wordOn(manifestOf(id, version, changes), { status, sequence: (sequence += 1) }),
  );
};
async function running(plugin_id: string, organisation_id = 'org_1', settings: JsonObject = {}) {
  const request: InstallRequest = {
    organisation_id,
    by: 'per_1',
    plugin_id,
    version: null,
    plan: 'basic',
    settings,
    locale,
    consent: { scopes: Object.keys(scopes), base_url: 'https://plugin.acme.ir' },
  };
  const { installation_id } = await service.reply(installation.install, request);
  const one = { organisation_id, installation_id, by: 'per_1' };
  await service.reply(installation.readCredentials, one);
  return one;
}
type One = Awaited<ReturnType<typeof running>>;
const see = async (one: One) => {
  const {
    version,
    version_pending,
    status,
    scopes: granted,
    scopes_pending,
    plan,
  } = await service.reply(installation.getInstallation, one);
  return { version, version_pending, status, granted: granted.length, scopes_pending, plan };
};
const agree = (one: One, version: string, extra: Partial<Parameters<typeof request>[0]> = {}) =>
  service.ask(installation.consentToVersion, request({ ...one, version, ...extra }));
function request({
  version,
  asked = more,
  base_url = 'https://plugin.acme.ir',
  plan = null,
  settings = null,
  ...one
}: One & { version: string; asked?: object; base_url?: string; plan?: string | null; settings?: JsonObject | null }) {
  return { ...one, version, plan, settings, consent: { scopes: Object.keys(asked), base_url } };
}
const typesOf = async ({ installation_id }: One) =>
  (await service.app.get(EventStore).history(streamRef(installationStream, installation_id)))
    .map(({ type }) => type)
    .slice(2);

describe('a higher published version', () => {
  it('is moved to at once by every installation, the paused ones too, and told to the other services once', async () => {
    await say('published', 'ir.acme.minor', '1.0.0');
    const [one, paused] = [await running('ir.acme.minor'), await running('ir.acme.minor', 'org_2')];
    await service.reply(installation.pauseInstallation, paused);
    await say('published', 'ir.acme.minor', '1.1.0', { tools: [] });
    expect(await see(one)).toEqual({
      version: '1.1.0',
      version_pending: null,
      status: 'installed',
      granted: 2,
      scopes_pending: [],
      plan: 'basic',
    });
    expect(await see(paused)).toMatchObject({ version: '1.1.0', status: 'paused' });
    expect(await typesOf(one)).toEqual(['VersionChanged']);
    expect(
      (await service.reply(installation.listTools, { organisation_id: 'org_1', limit: 50, cursor: null })).items.filter(
        ({ plugin_id }) => plugin_id === 'ir.acme.minor',
      ),
    ).toEqual([]);
  });

  it('waits where it asks for more, with the old grants, and comes with the consent', async () => {
    await say('published', 'ir.acme.more', '1.0.0');
    const one = await running('ir.acme.more', 'org_1', { api_key: 'kept', label: 'old' });
    await say('published', 'ir.acme.more', '1.1.0', {
      scopes: more,
      settings: {
        type: 'object',
        properties: {
          api_key: { type: 'string', format: 'password' },
          label: { type: 'string' },
          must: { type: 'string' },
        },
        required: ['must'],
      },
    });
    expect(await see(one)).toEqual({
      version: '1.0.0',
      version_pending: '1.1.0',
      status: 'consent_pending',
      granted: 2,
      scopes_pending: ['cases.read'],
      plan: 'basic',
    });
    expect((await service.reply(installation.getForHandle, one)).installation).toMatchObject({
      scopes: Object.keys(scopes),
      scopes_pending: ['cases.read'],
    });

    expect(await agree(one, '1.1.0', { asked: scopes })).toMatchObject({
      refusal: { code: 'installation.consent_missing' },
    });
    expect(await agree(one, '1.1.0', { base_url: 'https://evil.example' })).toMatchObject({
      refusal: { code: 'installation.consent_missing' },
    });
    expect(await agree(one, '1.1.0')).toMatchObject({
      refusal: { code: 'installation.settings_invalid', params: { problems: [{ path: '/settings/must' }] } },
    });
    expect(await agree(one, '1.2.0')).toMatchObject({
      refusal: { code: 'installation.transition_invalid', params: { version_pending: '1.1.0' } },
    });
    expect(await agree({ ...one, organisation_id: 'org_other' }, '1.1.0')).toMatchObject({
      refusal: { code: 'installation.not_found' },
    });

    const said = {
      ...request({ ...one, version: '1.1.0', plan: 'pro', settings: { api_key: '••••••', label: 'new', must: 'x' } }),
      idempotency: { scope: 'per_1', key: 'agree', input_hash: 'h' },
    };
    const agreed = await service.ask(installation.consentToVersion, said);
    expect(agreed).toMatchObject({
      accepted: true,
      replayed: false,
      reply: {
        version: '1.1.0',
        status: 'installed',
        scopes: Object.keys(more),
        scopes_pending: [],
        plan: 'pro',
        settings_revision: 2,
        settings: { api_key: '••••••' },
      },
    });
    expect(await service.ask(installation.consentToVersion, said)).toEqual({ ...agreed, replayed: true });
    expect((await service.reply(installation.getForHandle, one)).installation.settings).toEqual({
      api_key: 'kept',
      label: 'new',
      must: 'x',
    });
    expect(await typesOf(one)).toEqual(['ConsentRequested', 'VersionChanged', 'PlanChanged', 'SettingsChanged']);
  });

  it('is followed to the newest on offer: what is taken back waits no longer, and a lower one is never gone to', async () => {
    await say('published', 'ir.acme.newest', '1.0.0');
    const one = await running('ir.acme.newest');
    await say('published', 'ir.acme.newest', '2.0.0', { scopes: more });
    expect(await see(one)).toMatchObject({ version: '1.0.0', version_pending: '2.0.0' });
    await say('withdrawn', 'ir.acme.newest', '2.0.0', { scopes: more });
    expect(await see(one)).toMatchObject({ version: '1.0.0', version_pending: null, status: 'installed' });
    expect(await agree(one, '2.0.0')).toMatchObject({ refusal: { code: 'installation.transition_invalid' } });
    await say('published', 'ir.acme.newest', '0.9.0');
    await say('published', 'ir.acme.newest', '3.0.0-rc.1');
    expect(await see(one)).toMatchObject({ version: '1.0.0', version_pending: null });
    expect(await typesOf(one)).toEqual(['ConsentRequested', 'ConsentRequestWithdrawn']);
  });

  it('brings back what its suspended predecessor had stopped', async () => {
    await say('published', 'ir.acme.fixed', '1.0.0');
    const one = await running('ir.acme.fixed');
    await say('suspended', 'ir.acme.fixed', '1.0.0');
    expect(await see(one)).toMatchObject({ status: 'suspended' });
    await say('published', 'ir.acme.fixed', '1.0.1');
    expect(await see(one)).toMatchObject({ version: '1.0.1', status: 'installed' });
    // Nor does the old release pull it along any more.
    await say('published', 'ir.acme.fixed', '1.0.0');
    await say('suspended', 'ir.acme.fixed', '1.0.0');
    expect(await see(one)).toMatchObject({ version: '1.0.1', status: 'installed' });
  });

  it('seals a setting that it calls secret although the one before did not', async () => {
    const secret = {
      type: 'object',
      properties: { label: { type: 'string', format: 'password' }, api_key: { type: 'string', format: 'password' } },
      additionalProperties: false,
    };
    await say('published', 'ir.acme.sealed', '1.0.0');
    const one = await running('ir.acme.sealed', 'org_1', { label: 'now secret' });
    await say('published', 'ir.acme.sealed', '1.1.0', { settings: secret });
    expect((await service.reply(installation.getInstallation, one)).settings).toEqual({ label: '••••••' });
    expect((await service.reply(installation.getForHandle, one)).installation.settings).toEqual({
      label: 'now secret',
    });
  });
});

describe('the log', () => {
  it('makes the same state rows and views again', async () => {
    expect(
      (await rebuild({ ...installationStore, databaseUrl: service.databaseUrl, mode: 'compare' })).differences,
    ).toEqual([]);
  });
});
