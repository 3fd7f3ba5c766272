import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installation, type JsonObject } from '@kushk/contracts';
import { manifestOf, statusChanged } from '../../../test/hub.js';
import { InstallationHarness, type InstallationRef } from '../../../test/installation-harness.js';
import { MASK } from '@kushk/manifest';

const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const scopes = { 'records.own': 'Keeps invoices', 'wallet.consume': 'Sells pages' };
const moreScopes = { ...scopes, 'cases.read': 'Finds cases' };
const tools = manifestOf('ir.acme.any', '1.0.0')['tools'] as JsonObject[];
const proposing = (...actions: string[]): JsonObject => ({
  scopes: { ...scopes, 'proposals.calendar_event': 'Plans' },
  proposals: [{ record_type: 'calendar_event', actions }],
});
let sequence = 0;
/** Publishes a status change of the release `<plugin id>@<version>`. */
async function change(
  status: 'published' | 'suspended' | 'withdrawn',
  release: string,
  manifestChanges: JsonObject = {},
): Promise<void> {
  const [id = '', version = ''] = release.split('@');
  sequence += 1;
  await harness.receive(statusChanged(manifestOf(id, version, manifestChanges), { status, sequence }));
}
async function installed(plugin: string, organisation = 'org_1', settings: JsonObject = {}): Promise<InstallationRef> {
  const ref = await harness.install(plugin, organisation, { settings });
  await harness.service.reply(installation.readCredentials, ref);
  return ref;
}
async function versionsOf(ref: InstallationRef) {
  const found = await harness.service.reply(installation.getInstallation, ref);
  const { version, version_pending, status, scopes_pending, plan } = found;
  return { version, version_pending, status, granted: found.scopes.length, scopes_pending, plan };
}
interface ConsentOptions {
  readonly scopes?: object;
  readonly base_url?: string;
  readonly plan?: string | null;
  readonly settings?: JsonObject | null;
}
function consentTo(version: string, ref: InstallationRef, options: ConsentOptions = {}) {
  const { scopes: consented = moreScopes, base_url = 'https://plugin.acme.ir', plan = null, settings = null } = options;
  return { ...ref, version, plan, settings, consent: { scopes: Object.keys(consented), base_url } };
}
const consent = (version: string, ref: InstallationRef, options: ConsentOptions = {}) =>
  harness.service.request(installation.consentToVersion, consentTo(version, ref, options));
/** The types of the installation's facts, except the first two, which record the request and the confirmation. */
const laterFactsOf = async (ref: InstallationRef) => (await harness.factTypesOf(ref)).slice(2);
const settingsOf = async (ref: InstallationRef) => (await harness.pluginSettings(ref)).settings;

describe('a higher version that needs no consent', () => {
  it('replaces the installed version in every organisation, including paused installations', async () => {
    await change('published', 'ir.acme.minor@1.0.0');
    const running = await installed('ir.acme.minor');
    const paused = await installed('ir.acme.minor', 'org_2');
    await harness.service.reply(installation.pauseInstallation, paused);
    await change('published', 'ir.acme.minor@1.1.0', { tools: [...tools, { ...tools[0]!, name: 'get_invoice' }] });
    expect(await versionsOf(running)).toEqual({
      version: '1.1.0',
      version_pending: null,
      status: 'installed',
      granted: 2,
      scopes_pending: [],
      plan: 'basic',
    });
    expect(await versionsOf(paused)).toMatchObject({ version: '1.1.0', status: 'paused' });
    expect(await laterFactsOf(running)).toEqual(['VersionChanged']);
    const page = { organisation_id: 'org_1', limit: 50, cursor: null };
    const { items } = await harness.service.reply(installation.listTools, page);
    expect(items.filter(({ plugin_id }) => plugin_id === 'ir.acme.minor').map(({ name }) => name)).toEqual([
      'find_invoice',
      'get_invoice',
    ]);
  });

  it('ends the suspension of the previous version', async () => {
    await change('published', 'ir.acme.fixed@1.0.0');
    const ref = await installed('ir.acme.fixed');
    await change('suspended', 'ir.acme.fixed@1.0.0');
    expect(await versionsOf(ref)).toMatchObject({ status: 'suspended' });
    await change('published', 'ir.acme.fixed@1.0.1');
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.1', status: 'installed' });
    // From now on the status of the old version does not affect the installation.
    await change('published', 'ir.acme.fixed@1.0.0');
    await change('suspended', 'ir.acme.fixed@1.0.0');
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.1', status: 'installed' });
  });
});

describe('a higher version that needs consent', () => {
  const rates = (rate: Record<string, string>) => ({
    services: Object.keys(rate).map((key) => ({ key, names: { en: key }, unit: 'page' })),
    plans: [{ key: 'basic', names: { en: 'Basic' }, rates: rate }],
  });

  it.each<[string, JsonObject]>([
    ['a service that the active plan did not have', rates({ 'ocr.page': '0.25', 'page.hd': '90' })],
    ['the service of the active plan under another key', rates({ sheet: '5' })],
    ['a new action of its proposals', proposing('create', 'update')],
  ])('charges and does nothing new before the admin consents: %s', async (what, manifestChanges) => {
    const plugin = `ir.acme.holes${what.length}`;
    await change('published', `${plugin}@1.0.0`, proposing('create'));
    const { scopes: requested } = proposing('create');
    const consented = { scopes: Object.keys(requested as object), base_url: 'https://plugin.acme.ir' };
    const ref = await harness.install(plugin, 'org_1', { consent: consented });
    await harness.service.reply(installation.readCredentials, ref);
    await change('published', `${plugin}@1.1.0`, { ...proposing('create'), ...manifestChanges });
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.0', version_pending: '1.1.0' });
    const lookup = { token_hash: null, installation_id: ref.installation_id };
    expect(await harness.service.reply(installation.authenticateTokens, { tokens: [lookup] })).toMatchObject({
      results: [{ installation: { version: '1.0.0' } }],
    });
  });

  it('waits until the admin consents, while the installation keeps its old grants', async () => {
    await change('published', 'ir.acme.more@1.0.0');
    const ref = await installed('ir.acme.more', 'org_1', { api_key: 'stored', label: 'old' });
    const properties = {
      api_key: { type: 'string', format: 'password' },
      label: { type: 'string' },
      must: { type: 'string' },
    };
    const settings = { type: 'object', properties, required: ['must'] };
    await change('published', 'ir.acme.more@1.1.0', { scopes: moreScopes, settings });
    expect(await versionsOf(ref)).toEqual({
      version: '1.0.0',
      version_pending: '1.1.0',
      status: 'consent_pending',
      granted: 2,
      scopes_pending: ['cases.read'],
      plan: 'basic',
    });
    const lookup = { token_hash: null, installation_id: ref.installation_id };
    expect(await harness.service.reply(installation.authenticateTokens, { tokens: [lookup] })).toMatchObject({
      results: [{ installation: { scopes: Object.keys(scopes), scopes_pending: ['cases.read'] } }],
    });

    const missing = { refusal: { code: 'installation.consent_missing' } };
    expect(await consent('1.1.0', ref, { scopes })).toMatchObject(missing);
    expect(await consent('1.1.0', ref, { base_url: 'https://evil.example' })).toMatchObject(missing);
    expect(await consent('1.1.0', ref)).toMatchObject({
      refusal: { code: 'installation.settings_invalid', params: { problems: [{ path: '/settings/must' }] } },
    });
    expect(await consent('1.2.0', ref)).toMatchObject({
      refusal: { code: 'installation.transition_invalid', params: { version_pending: '1.1.0' } },
    });
    expect(await consent('1.1.0', { ...ref, organisation_id: 'org_other' })).toMatchObject({
      refusal: { code: 'installation.not_found' },
    });

    const request = {
      ...consentTo('1.1.0', ref, { plan: 'pro', settings: { api_key: MASK, label: 'new', must: 'x' } }),
      idempotency: harness.idempotency(),
    };
    const consented = await harness.service.request(installation.consentToVersion, request);
    expect(consented).toMatchObject({
      accepted: true,
      replayed: false,
      reply: {
        version: '1.1.0',
        status: 'installed',
        scopes: Object.keys(moreScopes),
        scopes_pending: [],
        plan: 'pro',
        settings_revision: 2,
        settings: { api_key: MASK },
      },
    });
    expect(await harness.service.request(installation.consentToVersion, request)).toEqual({
      ...consented,
      replayed: true,
    });
    expect(await settingsOf(ref)).toEqual({ api_key: 'stored', label: 'new', must: 'x' });
    const consentedTo = ['VersionChanged', 'PlanChanged', 'SettingsChanged'];
    expect(await laterFactsOf(ref)).toEqual(['ConsentRequested', 'UpdateReported', ...consentedTo]);
  });

  it('is no longer pending once it is withdrawn', async () => {
    await change('published', 'ir.acme.newest@1.0.0');
    const ref = await installed('ir.acme.newest');
    await change('published', 'ir.acme.newest@2.0.0', { scopes: moreScopes });
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.0', version_pending: '2.0.0' });
    await change('withdrawn', 'ir.acme.newest@2.0.0', { scopes: moreScopes });
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.0', version_pending: null, status: 'installed' });
    expect(await consent('2.0.0', ref)).toMatchObject({ refusal: { code: 'installation.transition_invalid' } });
    expect(await laterFactsOf(ref)).toEqual([
      'ConsentRequested',
      'UpdateReported',
      'ConsentRequestWithdrawn',
      'UpdateDropped',
    ]);
  });
});

describe('secret settings of another version', () => {
  const secret = { type: 'string', format: 'password' };
  const settingsWith = (properties: JsonObject) => ({ type: 'object', properties, additionalProperties: false });
  const consented = (version: string, ref: InstallationRef) =>
    harness.service.outcomeCode(installation.consentToVersion, consentTo(version, ref, { scopes }));
  const shownTo = async (ref: InstallationRef) =>
    (await harness.service.reply(installation.getInstallation, { ...ref, with_settings: true })).settings;

  it('are sealed when they were not secret before', async () => {
    await change('published', 'ir.acme.sealed@1.0.0');
    const ref = await installed('ir.acme.sealed', 'org_1', { label: 'now secret' });
    const settings = settingsWith({ label: secret, api_key: secret });
    await change('published', 'ir.acme.sealed@1.1.0', { settings });
    expect(await consented('1.1.0', ref)).toBe('accepted');
    expect(await shownTo(ref)).toEqual({ label: MASK });
    expect(await settingsOf(ref)).toEqual({ label: 'now secret' });
  });

  it('stay secret when the version no longer marks them, until an admin writes them', async () => {
    await change('published', 'ir.acme.opened@1.0.0');
    const ref = await installed('ir.acme.opened', 'org_1', { label: 'a', api_key: 'S3CRET' });
    const plain = { type: 'string' };
    await change('published', 'ir.acme.opened@1.1.0', { settings: settingsWith({ label: plain, api_key: plain }) });
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.0', version_pending: '1.1.0' });
    expect(await consented('1.1.0', ref)).toBe('accepted');
    // The next version is followed without an admin.
    const more = settingsWith({ label: plain, api_key: plain, size: plain });
    await change('published', 'ir.acme.opened@1.2.0', { settings: more });
    expect(await versionsOf(ref)).toMatchObject({ version: '1.2.0' });
    expect(await shownTo(ref)).toEqual({ label: 'a', api_key: MASK });
    const withHandle = { ...ref, with_secrets: false };
    expect((await harness.service.reply(installation.getSettings, withHandle)).settings).toEqual({ label: 'a' });
    expect(await settingsOf(ref)).toEqual({ label: 'a', api_key: 'S3CRET' });
    const written = await harness.query<{ found: number }>(
      `select count(*)::int as found from log_events where data::text like '%S3CRET%'`,
    );
    expect(written).toEqual([{ found: 0 }]);
    const request = { ...ref, settings: { label: 'b', api_key: 'public' } };
    expect((await harness.service.reply(installation.changeSettings, request)).settings).toEqual(request.settings);
  });
});

describe('the version that waits for consent', () => {
  const updateOf = (ref: InstallationRef) => harness.service.request(installation.getUpdate, ref);
  const decline = (version: string, ref: InstallationRef) =>
    harness.service.outcomeCode(installation.declineVersion, { ...ref, version });
  const reopen = (version: string, ref: InstallationRef) =>
    harness.service.request(installation.reopenVersion, { ...ref, version });

  it('is shown with everything that it requests and with what it changes', async () => {
    await change('published', 'ir.acme.shown@1.0.0');
    const ref = await installed('ir.acme.shown', 'org_1', { label: 'old' });
    expect(await updateOf(ref)).toMatchObject({ refusal: { code: 'installation.update_not_found' } });
    const properties = { label: { type: 'string' }, must: { type: 'string' } };
    await change('published', 'ir.acme.shown@1.1.0', {
      scopes: moreScopes,
      base_url: 'https://new.acme.ir',
      plans: [
        { key: 'basic', names: { en: 'Basic' }, rates: { 'ocr.page': '0.5' } },
        { key: 'gold', names: { en: 'Gold' }, rates: { 'ocr.page': '0.1' } },
      ],
      settings: { type: 'object', properties, required: ['must'] },
    });
    expect(await updateOf(ref)).toMatchObject({
      reply: {
        version: '1.1.0',
        diff: { previous: '1.0.0', class: 'consent' },
        scopes: [
          { scope: 'records.own', reason: 'Keeps invoices', new: false },
          { scope: 'wallet.consume', reason: 'Sells pages', new: false },
          { scope: 'cases.read', reason: 'Finds cases', new: true },
        ],
        plans: [
          { key: 'basic', rates: { 'ocr.page': '0.5' }, rates_before: { 'ocr.page': '0.25' } },
          { key: 'gold', rates: { 'ocr.page': '0.1' }, rates_before: null },
        ],
        settings_missing: ['/must'],
        base_url: { before: 'https://plugin.acme.ir', after: 'https://new.acme.ir' },
      },
    });
    const incomplete = await consent('1.1.0', ref, { base_url: 'https://plugin.acme.ir', scopes });
    expect(incomplete).toMatchObject({
      refusal: { params: { missing: [{ path: '/scopes' }, { path: '/base_url' }] } },
    });
    const foreign = { ...ref, organisation_id: 'org_other' };
    expect(await updateOf(foreign)).toMatchObject({ refusal: { code: 'installation.not_found' } });
  });

  it('is not offered again after the admin declined it; the next version is', async () => {
    await change('published', 'ir.acme.declined@1.0.0');
    const ref = await installed('ir.acme.declined');
    await change('published', 'ir.acme.declined@2.0.0', { scopes: moreScopes });
    expect(await decline('1.0.0', ref)).toBe('installation.transition_invalid');
    expect(await decline('2.0.0', ref)).toBe('accepted');
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.0', version_pending: null, status: 'installed' });
    expect(await consent('2.0.0', ref)).toMatchObject({ refusal: { code: 'installation.transition_invalid' } });

    await change('suspended', 'ir.acme.declined@2.0.0', { scopes: moreScopes });
    await change('published', 'ir.acme.declined@2.0.0', { scopes: moreScopes });
    expect(await versionsOf(ref)).toMatchObject({ version_pending: null, status: 'installed' });
    // A correction of the installed version still arrives, although a higher version was declined.
    await change('published', 'ir.acme.declined@1.0.1');
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.1', version_pending: null });
    await change('published', 'ir.acme.declined@2.0.1', { scopes: moreScopes });
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.1', version_pending: '2.0.1' });
  });

  it('is listed with its decision after the admin declined it, and waits again once reopened', async () => {
    await change('published', 'ir.acme.reopened@1.0.0');
    const ref = await installed('ir.acme.reopened');
    await change('published', 'ir.acme.reopened@2.0.0', { scopes: moreScopes });
    await decline('2.0.0', ref);
    const declined = [{ version: '2.0.0', by: ref.by, at: expect.any(String) }];
    expect(await updateOf(ref)).toMatchObject({
      refusal: { code: 'installation.update_not_found', params: { declined } },
    });
    expect(await harness.service.reply(installation.getInstallation, ref)).toMatchObject({
      versions_declined: declined,
    });
    expect(await reopen('1.0.0', ref)).toMatchObject({ refusal: { code: 'installation.transition_invalid' } });
    const waiting = { status: 'consent_pending', version_pending: '2.0.0', versions_declined: [] };
    expect(await reopen('2.0.0', ref)).toMatchObject({ reply: waiting });
    expect(await reopen('2.0.0', ref)).toMatchObject({ reply: waiting });
    expect(await updateOf(ref)).toMatchObject({ reply: { version: '2.0.0', declined: [] } });
    expect(await consent('2.0.0', ref)).toMatchObject({ reply: { version: '2.0.0' } });
  });

  it('may be reopened while a higher version waits, or after it was withdrawn', async () => {
    await change('published', 'ir.acme.later@1.0.0');
    const ref = await installed('ir.acme.later');
    await change('published', 'ir.acme.later@2.0.0', { scopes: moreScopes });
    await decline('2.0.0', ref);
    await change('published', 'ir.acme.later@2.1.0', { scopes: moreScopes });
    expect(await reopen('2.0.0', ref)).toMatchObject({ reply: { version_pending: '2.1.0', versions_declined: [] } });
    await decline('2.1.0', ref);
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.0', version_pending: null });
    await change('withdrawn', 'ir.acme.later@2.1.0', { scopes: moreScopes });
    expect(await reopen('2.1.0', ref)).toMatchObject({ reply: { version_pending: '2.0.0', versions_declined: [] } });
  });
});

describe('a lower version or a pre-release', () => {
  it('never replaces the installed version', async () => {
    await change('published', 'ir.acme.lower@1.0.0');
    const ref = await installed('ir.acme.lower');
    await change('published', 'ir.acme.lower@0.9.0');
    await change('published', 'ir.acme.lower@3.0.0-rc.1');
    expect(await versionsOf(ref)).toMatchObject({ version: '1.0.0', version_pending: null });
    expect(await laterFactsOf(ref)).toEqual([]);
  });
});

describe('a rebuild from the log', () => {
  it('produces the same state and views as the live service', async () => {
    expect((await harness.rebuild()).differences).toEqual([]);
  });
});
