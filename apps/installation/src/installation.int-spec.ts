import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  installation,
  removalCounts,
  sealedFor,
  type InstallationForAdmin,
  type InstallRequest,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { newCredential, unseal, unsealHandle } from '@kushk/credentials';
import { statusChanged } from '../test/hub.js';
import { InstallationHarness } from '../test/installation-harness.js';

/** NATS is configured with this limit (docs/reference/limits.md). */
const MAX_PAYLOAD_BYTES = 8_388_608;
const harness = new InstallationHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const readCredentials = (request: { organisation_id: string; installation_id: string; by: string }) =>
  harness.service.reply(installation.readCredentials, request);

describe('an installation', () => {
  it('requires consent, a known plan and valid settings', async () => {
    await harness.publish('ir.acme.consent');
    const codeOf = (more: Partial<InstallRequest>) =>
      harness.service.outcomeCode(installation.install, harness.requestFor('ir.acme.consent', 'org_consent', more));
    const consent = { scopes: ['records.own'], base_url: 'https://plugin.acme.ir' };
    expect(await codeOf({ consent })).toBe('installation.consent_missing');
    expect(await codeOf({ plan: 'gold' })).toBe('installation.plan_unknown');
    expect(await codeOf({ settings: { label: 7 } })).toBe('installation.settings_invalid');
    expect(await codeOf({})).toBe('accepted');
    expect(await codeOf({})).toBe('installation.already_installed');
  });

  it('is created once when sixteen admins install the plugin at the same time', async () => {
    await harness.publish('ir.acme.raced');
    const request = harness.requestFor('ir.acme.raced', 'org_raced');
    const codes = await Promise.all(
      Array.from({ length: 16 }, () => harness.service.outcomeCode(installation.install, request)),
    );
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
  });

  it('is created once when sixteen requests carry the same idempotency key', async () => {
    await harness.publish('ir.acme.keyed');
    const idempotency = harness.idempotency();
    const request = harness.requestFor('ir.acme.keyed', 'org_keyed', { idempotency });
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () => harness.service.request(installation.install, request)),
    );
    const ids = outcomes.map((outcome) => (outcome.accepted ? outcome.reply.installation_id : outcome.refusal.code));
    expect(new Set(ids).size).toBe(1);
    expect(outcomes.filter((outcome) => outcome.accepted && !outcome.replayed)).toHaveLength(1);
  });

  it('is returned again when its request is repeated after the release was suspended', async () => {
    const manifest = await harness.publish('ir.acme.repeated');
    const idempotency = harness.idempotency();
    const request = harness.requestFor('ir.acme.repeated', 'org_repeated', { idempotency });
    const first = await harness.service.request(installation.install, request);
    await harness.receive(statusChanged(manifest, { status: 'suspended', sequence: 2 }));
    expect(await harness.service.request(installation.install, request)).toEqual({ ...first, replayed: true });
    const otherInput = { ...request, idempotency: { ...idempotency, input_hash: 'another' } };
    expect(await harness.service.request(installation.install, otherInput)).toMatchObject({
      refusal: { code: 'idempotency.conflict' },
    });
  });

  it('delivers its credentials once, when both its wallet and its workspace are ready', async () => {
    await harness.publish('ir.acme.ready');
    const settings = { api_key: 'very secret' };
    const installed = await harness.install('ir.acme.ready', 'org_ready', { settings });
    await harness.walletOpened(installed);
    expect(await harness.factTypesOf(installed)).not.toContain('CredentialsReleased');
    await harness.workspaceReady(installed);
    await harness.installedAnswered(installed);
    expect(await harness.factTypesOf(installed)).toEqual([
      'InstallationRequested',
      'ReadinessConfirmed',
      'ReadinessConfirmed',
      'CredentialsReleased',
      'PluginInstalled',
    ]);
    const { installation_id } = installed;
    const call = await installedCallOf(installed);
    expect(call).toMatchObject({
      event: 'installed',
      installation_id,
      api_base: `http://127.0.0.1:8081/i/${installation_id}/plugin/v1`,
      scopes: ['records.own', 'wallet.consume'],
      settings,
    });
    const lookup = harness.lookupOf(installed, call.token);
    expect(await harness.service.reply(installation.authenticateToken, lookup)).toMatchObject({
      installation: { status: 'installed' },
    });
    const alias = expect.stringMatching(/^inst_[0-9A-HJKMNP-TV-Z]{20}$/);
    expect(await harness.pluginSettings(installed)).toEqual({ settings, settings_revision: 1, alias });
    const forHandle = { ...installed, with_secrets: false };
    expect(await harness.service.reply(installation.getSettings, forHandle)).toEqual({
      settings: {},
      settings_revision: 1,
    });
    const ofAnother = { ...lookup, installation_id: 'ins_of_another' };
    expect(await harness.service.outcomeCode(installation.authenticateToken, ofAnother)).toBe('auth.token_invalid');
  });

  async function installedCallOf(installed: { installation_id: string; organisation_id: string; by: string }) {
    const released = (await harness.factsOf(installed)).find((fact) => fact.type === 'CredentialsReleased');
    if (released?.type !== 'CredentialsReleased') throw new Error('no credentials were released');
    const context = sealedFor.lifecycle(installed.installation_id);
    const sealed = released.data.sealedInstalledCall;
    const { body } = await unseal<{ body: string }>(harness.sealingKeys, sealed, context);
    return JSON.parse(body) as { token: string };
  }

  it('loses its token when it is removed, and the plugin can be installed again', async () => {
    await harness.publish('ir.acme.removed');
    const { service } = harness;
    const installed = await harness.install('ir.acme.removed', 'org_removed');
    const lookup = harness.lookupOf(installed, (await readCredentials(installed)).token);
    expect(await service.outcomeCode(installation.authenticateToken, lookup)).toBe('accepted');
    expect(await service.reply(installation.removeInstallation, installed)).toMatchObject({ status: 'removed' });
    expect(await service.outcomeCode(installation.authenticateToken, lookup)).toBe('auth.token_invalid');
    const byId = { token_hash: null, installation_id: installed.installation_id };
    expect(await service.reply(installation.authenticateTokens, { tokens: [byId] })).toEqual({ results: [null] });
    await harness.walletOpened(installed);
    expect(await service.outcomeCode(installation.pauseInstallation, installed)).toBe('installation.removed');
    const removed = { plugin_id: 'ir.acme.removed', version: '1.0.0', from: '2000-01-01T00:00:00Z', to: null };
    const periods = [removed, { ...removed, version: '9.0.0' }, { ...removed, from: '2999-01-01T00:00:00Z' }];
    expect(await service.reply(removalCounts.countRemovals, { periods })).toEqual({ removals: [1, 0, 0] });
    const again = await harness.install('ir.acme.removed', 'org_removed');
    expect(again.installation_id).not.toBe(installed.installation_id);
    await harness.publish('ir.acme.again');
    const other = await harness.install('ir.acme.again', 'org_removed');
    const forUsage = async (after: string) => {
      const { items } = await service.reply(installation.listForUsage, {
        plugin_ids: ['ir.acme.removed', 'ir.acme.again'],
        created_before: '2999-01-01T00:00:00Z',
        after,
        limit: 1,
      });
      return items.map(({ installation_id }) => installation_id);
    };
    const order = [other, installed, again].map(({ installation_id }) => installation_id);
    expect(await Promise.all(['', ...order].map(forUsage))).toEqual([...order.map((id) => [id]), []]);
  });

  it('shows its credentials once: neither a replay nor a second request returns them', async () => {
    await harness.publish('ir.acme.read');
    const installed = await harness.install('ir.acme.read', 'org_read');
    const request = { ...installed, idempotency: harness.idempotency() };
    const first = await readCredentials(request);
    expect(first).toMatchObject({
      token: expect.stringMatching(/^ki_/),
      signing_secret: expect.stringMatching(/^ks_/),
    });
    expect(await harness.service.request(installation.readCredentials, request)).toEqual({
      accepted: true,
      replayed: true,
      reply: { ...first, token: null, signing_secret: null },
    });
    expect(await harness.service.outcomeCode(installation.readCredentials, installed)).toBe(
      'installation.credentials_already_read',
    );
    expect(await harness.statusOf(installed)).toBe('installed');
    const text = await harness.storedText();
    expect(text).not.toContain(first.token);
    expect(text).not.toContain(first.signing_secret);
  });

  it('cannot be found by another organisation', async () => {
    await harness.publish('ir.acme.foreign');
    const { service } = harness;
    const foreign = { ...(await harness.install('ir.acme.foreign', 'org_own')), organisation_id: 'org_other' };
    for (const type of [
      installation.pauseInstallation,
      installation.resumeInstallation,
      installation.removeInstallation,
    ])
      expect(await service.outcomeCode(type, foreign)).toBe('installation.not_found');
    expect(await service.outcomeCode(installation.getInstallation, foreign)).toBe('installation.not_found');
    expect(await service.outcomeCode(installation.readCredentials, foreign)).toBe('installation.not_found');
    const settings = { ...foreign, settings: {} };
    expect(await service.outcomeCode(installation.changeSettings, settings)).toBe('installation.not_found');
    const plan = { ...foreign, plan: 'pro' };
    expect(await service.outcomeCode(installation.changePlan, plan)).toBe('installation.not_found');
  });
});

describe('a suspended release', () => {
  it('suspends all its installations, and each returns to its earlier status when the release is resumed', async () => {
    const { service } = harness;
    const manifest = await harness.publish('ir.acme.suspended');
    const install = (organisation: string) => harness.install('ir.acme.suspended', organisation);
    const [running, paused, gone] = [await install('org_s1'), await install('org_s2'), await install('org_s3')];
    const statuses = () => Promise.all([running, paused, gone].map((installed) => harness.statusOf(installed)));
    await readCredentials(running);
    await readCredentials(paused);
    await service.reply(installation.pauseInstallation, paused);
    await service.reply(installation.removeInstallation, gone);

    await harness.receive(statusChanged(manifest, { status: 'suspended', sequence: 2 }));
    expect(await harness.isListed('ir.acme.suspended')).toBe(false);
    expect(await statuses()).toEqual(['suspended', 'suspended', 'removed']);
    const page = { organisation_id: 'org_s1', limit: 50, cursor: null };
    expect((await service.reply(installation.listTools, page)).items).toEqual([]);
    const call = {
      ...running,
      tool: 'find_invoice',
      arguments: { number: '7' },
      person_id: 'per_1',
      session_id: 'pss_1',
    };
    expect(await service.outcomeCode(installation.prepareToolCall, call)).toBe('installation.suspended');
    const request = harness.requestFor('ir.acme.suspended', 'org_s4');
    expect(await service.outcomeCode(installation.install, request)).toBe('store.plugin_not_found');

    await harness.receive(statusChanged(manifest, { status: 'published', sequence: 3 }));
    expect(await statuses()).toEqual(['installed', 'paused', 'removed']);
    expect(await harness.factTypesOf(running)).toEqual([
      'InstallationRequested',
      'PluginInstalled',
      'InstallationSuspended',
      'SuspensionLifted',
    ]);
    expect(await service.outcomeCode(installation.prepareToolCall, call)).toBe('accepted');
  });

  it('keeps its installations suspended after it is withdrawn; the withdrawal of a listed release suspends none', async () => {
    const stopped = await harness.publish('ir.acme.stopped');
    const runs = await harness.publish('ir.acme.runs');
    const first = await harness.install('ir.acme.stopped', 'org_w');
    const second = await harness.install('ir.acme.runs', 'org_w');
    await readCredentials(second);
    await harness.receive(statusChanged(stopped, { status: 'suspended', sequence: 2 }));
    await harness.receive(statusChanged(stopped, { status: 'withdrawn', sequence: 3 }));
    await harness.receive(statusChanged(runs, { status: 'withdrawn', sequence: 2 }));
    expect([await harness.statusOf(first), await harness.statusOf(second)]).toEqual(['suspended', 'installed']);
    expect(await harness.isListed('ir.acme.runs')).toBe(false);
    const plan = { ...second, plan: 'pro' };
    expect(await harness.service.outcomeCode(installation.changePlan, plan)).toBe('accepted');
  });
});

describe('a tool call', () => {
  it('receives validated arguments and its own read-only handle', async () => {
    const { service } = harness;
    await harness.publish('ir.acme.tools');
    const installed = await harness.install('ir.acme.tools', 'org_tools');
    const call = {
      ...installed,
      tool: 'find_invoice',
      arguments: { number: '7' },
      person_id: 'per_9',
      session_id: 'pss_9',
    };
    expect(await service.outcomeCode(installation.prepareToolCall, call)).toBe('tool.unavailable');
    await readCredentials(installed);
    const page = { organisation_id: 'org_tools', limit: 50, cursor: null };
    const { items } = await service.reply(installation.listTools, page);
    expect(items.map(({ name }) => name)).toEqual(['find_invoice']);
    const invalid = { ...call, arguments: { number: 7 } };
    expect(await service.request(installation.prepareToolCall, invalid)).toMatchObject({
      refusal: { code: 'tool.arguments_invalid', params: { problems: [{ path: '/arguments/number' }] } },
    });
    const unknown = { ...call, tool: 'drop_tables' };
    expect(await service.outcomeCode(installation.prepareToolCall, unknown)).toBe('tool.not_found');
    const { handle, call_id } = await service.reply(installation.prepareToolCall, call);
    expect(await unsealHandle(harness.sealingKeys, handle)).toMatchObject({
      installation_id: installed.installation_id,
      person_id: 'per_9',
      session_id: 'pss_9',
      purpose: 'tool',
      tool: 'find_invoice',
      call_id,
      read_only: true,
      origin: null,
    });
    expect(await service.reply(installation.prepareToolCall, call)).not.toMatchObject({ call_id });
  });
});

describe('authenticating a batch of tokens', () => {
  it('returns one result per token, in the order of the tokens', async () => {
    await harness.publish('ir.acme.many');
    const installed = await harness.install('ir.acme.many', 'org_many');
    const known = harness.lookupOf(installed, (await readCredentials(installed)).token);
    const unknown = harness.lookupOf(installed, newCredential('ki'));
    const ofAnother = { ...known, installation_id: 'ins_x' };
    const { results } = await harness.service.reply(installation.authenticateTokens, {
      tokens: [unknown, known, ofAnother],
    });
    expect(results).toEqual([null, expect.objectContaining({ organisation_id: 'org_many' }), null]);
  });

  it('stays far below the payload limit for 256 tokens of installations with the largest legal settings', async () => {
    await harness.publish('ir.acme.large');
    const settings = { label: 'x'.repeat(1_000_000), api_key: 'k' };
    const installed = await harness.install('ir.acme.large', 'org_large', { settings });
    const token = harness.lookupOf(installed, (await readCredentials(installed)).token);
    const reply = await harness.service.reply(installation.authenticateTokens, {
      tokens: Array.from({ length: 256 }, () => token),
    });
    expect(reply.results.filter((result) => result?.organisation_id === 'org_large')).toHaveLength(256);
    expect(Buffer.byteLength(JSON.stringify(reply))).toBeLessThan(MAX_PAYLOAD_BYTES / 8);
    expect((await harness.pluginSettings(installed)).settings).toEqual(settings);
  });
});

describe('the list of installations', () => {
  it('has only those of a status or with the words of a search, the oldest first or the newest', async () => {
    const names = ['قرارداد', 'فاکتور', 'بایگانی'];
    for (const [at, fa] of names.entries())
      await harness.publish(`ir.acme.find${at}`, { names: { fa, en: `Find ${at}` } });
    for (const at of names.keys()) await harness.install(`ir.acme.find${at}`, 'org_find');
    const list = async (filter: Partial<RequestOf<typeof installation.listInstallations>> = {}) => {
      const all = { organisation_id: 'org_find', limit: 50, cursor: null, with_settings: false };
      return (await harness.service.reply(installation.listInstallations, { ...all, ...filter })).items.map(
        ({ plugin_id }) => plugin_id,
      );
    };
    expect(await list()).toEqual(['ir.acme.find0', 'ir.acme.find1', 'ir.acme.find2']);
    expect(await list({ sort: 'newest', limit: 2 })).toEqual(['ir.acme.find2', 'ir.acme.find1']);
    expect(await list({ query: 'فاكتور' })).toEqual(['ir.acme.find1']);
    expect(await list({ query: '%' })).toEqual([]);
    expect(await list({ status: 'pending' })).toHaveLength(3);
    expect(await list({ status: 'paused' })).toEqual([]);
  });
});

describe('the settings of an installation', () => {
  const request = { organisation_id: 'org_sized', limit: 50 };
  const idsIn = async (organisation_id: string): Promise<string[]> => {
    const page = { organisation_id, limit: 50, cursor: null, with_settings: false };
    const { items } = await harness.service.reply(installation.listInstallations, page);
    return items.map(({ installation_id }) => installation_id);
  };

  it('are listed for admins in pages that end before the reply is too large, and not for members', async () => {
    const label = 'x'.repeat(900_000);
    for (const name of ['a', 'b', 'c', 'd']) {
      await harness.publish(`ir.acme.sized-${name}`);
      await harness.install(`ir.acme.sized-${name}`, 'org_sized', { settings: { label } });
    }
    const pages: number[] = [];
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const page: Page<InstallationForAdmin> = await harness.service.reply(installation.listInstallations, {
        ...request,
        with_settings: true,
        cursor,
      });
      expect(page.items.every(({ settings }) => settings?.['label'] === label)).toBe(true);
      pages.push(page.items.length);
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([3, 1]);
    const many = await harness.service.reply(installation.getManySettings, {
      lookups: (await idsIn('org_sized')).flatMap((installation_id) =>
        [true, false].map((with_secrets) => ({ organisation_id: 'org_sized', installation_id, with_secrets })),
      ),
    });
    expect(many.results.filter((one) => one?.settings['label'] === label)).toHaveLength(4);
    expect(many.results.filter((one) => one === null)).toHaveLength(4);
    const members = { ...request, with_settings: false, cursor: null };
    const { items } = await harness.service.reply(installation.listInstallations, members);
    expect(items.map(({ settings }) => settings)).toEqual([null, null, null, null]);
    // Members read the names of plugins here, and see which publisher made them.
    expect(items.every(({ names, publisher }) => Object.keys(names).length > 0 && publisher !== '')).toBe(true);
  });

  it('contain the defaults of settings that the admin leaves out', async () => {
    const properties = { label: { type: 'string', default: 'unnamed' }, region: { type: 'string', default: 'ir' } };
    await harness.publish('ir.acme.defaults', { settings: { type: 'object', properties, required: ['region'] } });
    const settings = { label: 'mine' };
    const installed = await harness.install('ir.acme.defaults', 'org_defaults', { settings });
    expect((await harness.pluginSettings(installed)).settings).toEqual({ label: 'mine', region: 'ir' });
    await harness.service.reply(installation.changeSettings, { ...installed, settings: {} });
    expect((await harness.pluginSettings(installed)).settings).toEqual({ label: 'unnamed', region: 'ir' });
  });
});

describe('a rebuild from the log', () => {
  it('produces the same state and views as the live service', async () => {
    const report = await harness.rebuild();
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(50);
  });
});
