import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  installation,
  sealedFor,
  type InstallRequest,
  type JsonObject,
  type RequestIdempotency,
  type ReleaseStatusChangedV1,
} from '@kushk/contracts';
import { hashCredential, newCredential, newSealingKey, openHandle, unseal } from '@kushk/credentials';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import pg from 'pg';
import { hubKey, manifestOf, pinnedKeys, reviewerKey, strangersKey, wordOn } from '../test/hub.js';
import { installationStream } from './installation/installation.js';
import { OnInstallationReadyHandler } from './installation/on-installation-ready/on-installation-ready.handler.js';
import { OnInstalledAnsweredHandler } from './installation/on-installed-answered/on-installed-answered.handler.js';
import { OnWalletOpenedHandler } from './installation/on-wallet-opened/on-wallet-opened.handler.js';
import { InstallationModule } from './installation.module.js';
import { listingKey, listingStream } from './listing/listing.js';
import { OnReleaseStatusChangedHandler } from './listing/on-release-status-changed/on-release-status-changed.handler.js';
import { statusStatementKey, statusStatementStream } from './status-statement/status-statement.js';
import { installationStore } from './store.module.js';

const pepper = Buffer.alloc(32, 7);
const sealingKeys = [newSealingKey()];
const at = '2026-11-20T09:00:00.000Z';
let service: ServiceUnderTest;
let events: EventStore;
beforeAll(async () => {
  service = await startService('installation', InstallationModule, {
    KUSHK_PINNED_HUB_KEYS: JSON.stringify(pinnedKeys),
    KUSHK_PEPPER: pepper.toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify(sealingKeys),
  });
  events = service.app.get(EventStore);
});
afterAll(async () => {
  await service.stop();
});

let keys = 0;
const idempotency = (key = `k${(keys += 1)}`, input_hash = ''): RequestIdempotency => ({
  scope: 'per_1',
  key,
  input_hash,
});
const hear = (word: ReturnType<typeof wordOn>) => service.deliverTwice(OnReleaseStatusChangedHandler, word);
const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' } as const;
const wish = (plugin_id: string, organisation_id: string, more: Partial<InstallRequest> = {}): InstallRequest => ({
  organisation_id,
  by: 'per_1',
  plugin_id,
  version: null,
  plan: 'basic',
  settings: {},
  locale,
  consent: { scopes: ['records.own', 'wallet.consume'], base_url: 'https://plugin.acme.ir' },
  ...more,
});
async function publish(id: string, sequence = 1, more: JsonObject = {}): Promise<JsonObject> {
  const manifest = manifestOf(id, '1.0.0', more);
  await hear(wordOn(manifest, { status: 'published', sequence }));
  return manifest;
}
async function install(plugin_id: string, organisation_id: string, more: Partial<InstallRequest> = {}) {
  const { installation_id } = await service.reply(installation.install, wish(plugin_id, organisation_id, more));
  return { organisation_id, installation_id, by: 'per_1' };
}
const offerOf = async (id: string) => (await events.load(streamRef(listingStream, listingKey(id, '1.0.0')))).state;
const statusOf = async (one: { organisation_id: string; installation_id: string }) =>
  (await service.reply(installation.getInstallation, one)).status;
const factsOf = async (id: string) => (await events.history(streamRef(installationStream, id))).map(({ type }) => type);
const inStore = async (id: string) =>
  (await service.reply(installation.listListings, { organisation_id: 'org_1', limit: 200, cursor: null })).items.some(
    ({ plugin_id }) => plugin_id === id,
  );
/** Everything that this service has written anywhere, as text. */
async function allText(): Promise<string> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ text: string }>(`select string_agg(row::text, E'\\n') as text from (
    select to_jsonb(e) as row from log_events e union all select to_jsonb(s) from log_streams s union all select to_jsonb(i) from log_idempotency i union all select to_jsonb(v) from installations v) all_rows`);
  await client.end();
  return rows[0]?.text ?? '';
}

describe('the store', () => {
  it('offers what the hub published and a reviewer signed, once, although it is told twice', async () => {
    await publish('ir.acme.offered');
    expect(
      (await events.history(streamRef(listingStream, listingKey('ir.acme.offered', '1.0.0')))).map(({ type }) => type),
    ).toEqual(['ListingAccepted']);
    expect(
      await service.reply(installation.getListing, { organisation_id: 'org_1', plugin_id: 'ir.acme.offered' }),
    ).toMatchObject({ version: '1.0.0', tier: 'verified', publisher: 'acme', installation_id: null });
  });

  it.each([
    ['forged by somebody who speaks as the hub', 'ir.acme.forged', { hub: strangersKey }],
    ['approved by nobody that is trusted', 'ir.acme.unapproved', { reviewer: strangersKey }],
    ['approved by the hub in the place of a reviewer', 'ir.acme.self.approved', { reviewer: hubKey }],
    ['published by a reviewer in the place of the hub', 'ir.acme.self.published', { hub: reviewerKey }],
  ])('refuses a release that is %s, and the rest of the catalogue is untouched', async (_case, forged, signers) => {
    await publish('ir.acme.untouched');
    await hear(wordOn(manifestOf(forged, '1.0.0'), { status: 'published', sequence: 1, ...signers }));
    expect(await inStore(forged)).toBe(false);
    expect(await inStore('ir.acme.untouched')).toBe(true);
  });

  it('refuses a manifest that was changed on its way, under signatures that are genuine', async () => {
    const genuine = wordOn(manifestOf('ir.acme.changed', '1.0.0'), { status: 'published', sequence: 1 });
    await hear({ ...genuine, manifest: manifestOf('ir.acme.changed', '1.0.0', { base_url: 'https://evil.example' }) });
    expect((await offerOf('ir.acme.changed')).status).toBe('absent');
    await hear(genuine);
    expect((await offerOf('ir.acme.changed')).status).toBe('offered');
  });

  it.each<[string, Partial<ReleaseStatusChangedV1>]>([
    ['of another status', { status: 'withdrawn' }],
    ['of another version', { version: '1.1.0' }],
    ['of another plugin', { plugin_id: 'ir.acme.neighbour' }],
    ['of another time', { sequence: 7 }],
  ])('does not take a signed word for one %s', async (_case, beside) => {
    const word = wordOn(manifestOf('ir.acme.beside', '1.0.0'), { status: 'published', sequence: 1 });
    await hear(word);
    const claimed = {
      ...wordOn(manifestOf('ir.acme.beside', '1.0.0'), { status: 'published', sequence: 2 }),
      ...beside,
    };
    await hear(claimed);
    expect((await offerOf('ir.acme.beside')).status).toBe('offered');
    const heard = await events.history(
      streamRef(statusStatementStream, statusStatementKey(claimed.plugin_id, claimed.version, 'hub')),
    );
    expect(heard.at(-1)).toMatchObject({
      type: 'StatementRefused',
      data: { problems: [{ code: 'statement.unsigned' }] },
    });
  });

  it('does not go back for a hostile broker that plays old words again', async () => {
    const manifest = manifestOf('ir.acme.replayed', '1.0.0');
    const published = wordOn(manifest, { status: 'published', sequence: 1 });
    const suspended = wordOn(manifest, { status: 'suspended', sequence: 2 });
    for (const word of [published, suspended, published, { ...published, sequence: 9 }]) await hear(word);
    expect((await offerOf('ir.acme.replayed')).status).toBe('suspended');
    const heard = await events.history(
      streamRef(statusStatementStream, statusStatementKey('ir.acme.replayed', '1.0.0', 'hub')),
    );
    expect(
      heard.map((fact) => [
        fact.type,
        fact.type === 'StatementRefused' ? fact.data.problems[0]?.code : fact.data.sequence,
      ]),
    ).toEqual([
      ['StatusAccepted', 1],
      ['StatusApplied', 1],
      ['StatusAccepted', 2],
      ['StatusApplied', 2],
      ['StatementRefused', 'statement.stale'],
      ['StatementRefused', 'statement.unsigned'],
    ]);
  });

  it('takes words on two releases of a plugin in either order: a newer one of another release makes none old', async () => {
    for (const [version, sequence] of [
      ['2.0.0', 2],
      ['1.0.0', 1],
    ] as const)
      await hear(wordOn(manifestOf('ir.acme.order', version), { status: 'published', sequence }));
    expect((await offerOf('ir.acme.order')).status).toBe('offered');
    expect(
      await service.reply(installation.getListing, { organisation_id: 'org_1', plugin_id: 'ir.acme.order' }),
    ).toMatchObject({ version: '2.0.0' });
  });

  it('keeps the reasons of a release that does not fit here', async () => {
    await publish('ir.acme.newer', 1, { plugin_api: '2.0' });
    expect(await inStore('ir.acme.newer')).toBe(false);
    const [fact] = await events.history(streamRef(listingStream, listingKey('ir.acme.newer', '1.0.0')));
    expect(fact).toMatchObject({
      type: 'ListingRefused',
      data: { problems: [{ code: 'plugin_api.incompatible', path: '/plugin_api' }] },
    });
  });
});

describe('an installation', () => {
  it('needs consent, a known plan and settings that fit', async () => {
    await publish('ir.acme.consent');
    const verdict = (more: Partial<InstallRequest>) =>
      service.verdict(installation.install, wish('ir.acme.consent', 'org_consent', more));
    expect(await verdict({ consent: { scopes: ['records.own'], base_url: 'https://plugin.acme.ir' } })).toBe(
      'installation.consent_missing',
    );
    expect(await verdict({ plan: 'gold' })).toBe('installation.plan_unknown');
    expect(await verdict({ settings: { label: 7 } })).toBe('installation.settings_invalid');
    expect(await verdict({})).toBe('accepted');
    expect(await verdict({})).toBe('installation.already_installed');
  });

  it('gets one place for sixteen admins who click at once, and one effect for one key', async () => {
    await publish('ir.acme.raced');
    const verdicts = await Promise.all(
      Array.from({ length: 16 }, () => service.verdict(installation.install, wish('ir.acme.raced', 'org_raced'))),
    );
    expect(verdicts.filter((verdict) => verdict === 'accepted')).toHaveLength(1);
    const key = idempotency();
    const outcomes = await Promise.all(
      Array.from({ length: 16 }, () =>
        service.ask(installation.install, wish('ir.acme.raced', 'org_keyed', { idempotency: key })),
      ),
    );
    expect(
      new Set(outcomes.map((outcome) => (outcome.accepted ? outcome.reply.installation_id : outcome.refusal.code)))
        .size,
    ).toBe(1);
    expect(outcomes.filter((outcome) => outcome.accepted && !outcome.replayed)).toHaveLength(1);
  });

  it('answers a repeat as it answered first, although the release is suspended by now', async () => {
    const manifest = await publish('ir.acme.repeated');
    const request = wish('ir.acme.repeated', 'org_repeated', { idempotency: idempotency() });
    const first = await service.ask(installation.install, request);
    await hear(wordOn(manifest, { status: 'suspended', sequence: 2 }));
    expect(await service.ask(installation.install, request)).toEqual({ ...first, replayed: true });
    expect(
      await service.ask(installation.install, {
        ...request,
        idempotency: { ...request.idempotency!, input_hash: 'another' },
      }),
    ).toMatchObject({ refusal: { code: 'idempotency.conflict' } });
  });

  it('lets its credentials out once, when wallet and workspace have both said so, each twice', async () => {
    await publish('ir.acme.ready');
    const { installation_id } = await install('ir.acme.ready', 'org_ready', { settings: { api_key: 'very secret' } });
    await service.deliverTwice(OnWalletOpenedHandler, { installation_id, organisation_id: 'org_ready', at });
    expect(await factsOf(installation_id)).not.toContain('CredentialsReleased');
    await service.deliverTwice(OnInstallationReadyHandler, { installation_id, at });
    await service.deliverTwice(OnInstalledAnsweredHandler, { installation_id, at });
    expect(await factsOf(installation_id)).toEqual([
      'InstallationRequested',
      'ReadinessConfirmed',
      'ReadinessConfirmed',
      'CredentialsReleased',
      'PluginInstalled',
    ]);

    const released = (await events.history(streamRef(installationStream, installation_id))).find(
      (fact) => fact.type === 'CredentialsReleased',
    );
    if (released?.type !== 'CredentialsReleased') throw new Error('nothing was released');
    const { body } = await unseal<{ body: string }>(
      sealingKeys,
      released.data.sealedInstalledCall,
      sealedFor.lifecycle(installation_id),
    );
    const lifecycle = JSON.parse(body) as { token: string };
    expect(lifecycle).toMatchObject({
      event: 'installed',
      installation_id,
      api_base: `http://127.0.0.1:8081/i/${installation_id}/plugin/v1`,
      scopes: ['records.own', 'wallet.consume'],
      settings: { api_key: 'very secret' },
    });
    const token_hash = hashCredential(pepper, lifecycle.token);
    expect(await service.reply(installation.authenticateToken, { installation_id, token_hash })).toMatchObject({
      installation: { status: 'installed', settings: { api_key: 'very secret' } },
      secret_settings: ['/api_key'],
    });
    expect(
      await service.verdict(installation.authenticateToken, { installation_id: 'ins_of_another', token_hash }),
    ).toBe('auth.token_invalid');
  });

  it('has a token that is dead with the removal, and a place that is free again', async () => {
    await publish('ir.acme.removed');
    const one = await install('ir.acme.removed', 'org_removed');
    const { token } = await service.reply(installation.readCredentials, one);
    const question = { installation_id: one.installation_id, token_hash: hashCredential(pepper, token!) };
    expect(await service.verdict(installation.authenticateToken, question)).toBe('accepted');
    expect(await service.reply(installation.removeInstallation, one)).toMatchObject({ status: 'removed' });
    expect(await service.verdict(installation.authenticateToken, question)).toBe('auth.token_invalid');
    expect(await service.verdict(installation.getForHandle, one)).toBe('auth.handle_invalid');
    await service.deliverTwice(OnWalletOpenedHandler, {
      installation_id: one.installation_id,
      organisation_id: 'org_removed',
      at,
    });
    expect(await service.verdict(installation.pauseInstallation, one)).toBe('installation.removed');
    const again = await install('ir.acme.removed', 'org_removed');
    expect(again.installation_id).not.toBe(one.installation_id);
    expect((await service.reply(installation.listForUsage, { plugin_ids: ['ir.acme.removed'] })).items).toHaveLength(2);
  });

  it('shows its credentials once, to one of those who ask, and to nobody in a replay', async () => {
    await publish('ir.acme.read');
    const one = await install('ir.acme.read', 'org_read');
    const request = { ...one, idempotency: idempotency() };
    const first = await service.reply(installation.readCredentials, request);
    expect(first).toMatchObject({
      token: expect.stringMatching(/^ki_/),
      signing_secret: expect.stringMatching(/^ks_/),
    });
    expect(await service.ask(installation.readCredentials, request)).toEqual({
      accepted: true,
      replayed: true,
      reply: { ...first, token: null, signing_secret: null },
    });
    expect(await service.verdict(installation.readCredentials, one)).toBe('installation.credentials_already_read');
    expect(await statusOf(one)).toBe('installed');
    const text = await allText();
    expect(text).not.toContain(first.token);
    expect(text).not.toContain(first.signing_secret);
  });

  it('is not there for another organisation', async () => {
    await publish('ir.acme.foreign');
    const one = { ...(await install('ir.acme.foreign', 'org_own')), organisation_id: 'org_other' };
    for (const type of [
      installation.pauseInstallation,
      installation.resumeInstallation,
      installation.removeInstallation,
    ]) {
      expect(await service.verdict(type, one)).toBe('installation.not_found');
    }
    expect(await service.verdict(installation.getInstallation, one)).toBe('installation.not_found');
    expect(await service.verdict(installation.readCredentials, one)).toBe('installation.not_found');
    expect(await service.verdict(installation.changeSettings, { ...one, settings: {} })).toBe('installation.not_found');
    expect(await service.verdict(installation.changePlan, { ...one, plan: 'pro' })).toBe('installation.not_found');
  });
});

describe('suspension', () => {
  it('stops every installation of the version, and lifting brings back each as it was', async () => {
    const manifest = await publish('ir.acme.suspended');
    const [running, paused, gone] = await Promise.all(
      ['org_s1', 'org_s2', 'org_s3'].map((organisation) => install('ir.acme.suspended', organisation)),
    );
    await service.reply(installation.readCredentials, running!);
    await service.reply(installation.readCredentials, paused!);
    await service.reply(installation.pauseInstallation, paused!);
    await service.reply(installation.removeInstallation, gone!);

    await hear(wordOn(manifest, { status: 'suspended', sequence: 2 }));
    expect(await inStore('ir.acme.suspended')).toBe(false);
    expect(await Promise.all([running!, paused!, gone!].map(statusOf))).toEqual(['suspended', 'suspended', 'removed']);
    expect(
      (await service.reply(installation.listTools, { organisation_id: 'org_s1', limit: 50, cursor: null })).items,
    ).toEqual([]);
    const call = { ...running!, tool: 'find_invoice', arguments: { number: '7' }, person_id: 'per_1' };
    expect(await service.verdict(installation.prepareToolCall, call)).toBe('installation.suspended');
    expect(await service.verdict(installation.install, wish('ir.acme.suspended', 'org_s4'))).toBe(
      'store.plugin_not_found',
    );

    await hear(wordOn(manifest, { status: 'published', sequence: 3 }));
    expect(await Promise.all([running!, paused!, gone!].map(statusOf))).toEqual(['installed', 'paused', 'removed']);
    expect(await factsOf(running!.installation_id)).toEqual([
      'InstallationRequested',
      'PluginInstalled',
      'InstallationSuspended',
      'SuspensionLifted',
    ]);
    expect(await service.verdict(installation.prepareToolCall, call)).toBe('accepted');
  });

  it('outlives the withdrawal; what runs when its release is withdrawn runs on', async () => {
    const stopped = await publish('ir.acme.stopped');
    const runs = await publish('ir.acme.runs');
    const [first, second] = [await install('ir.acme.stopped', 'org_w'), await install('ir.acme.runs', 'org_w')];
    await service.reply(installation.readCredentials, second);
    await hear(wordOn(stopped, { status: 'suspended', sequence: 2 }));
    await hear(wordOn(stopped, { status: 'withdrawn', sequence: 3 }));
    await hear(wordOn(runs, { status: 'withdrawn', sequence: 2 }));
    expect([await statusOf(first), await statusOf(second)]).toEqual(['suspended', 'installed']);
    expect(await inStore('ir.acme.runs')).toBe(false);
    expect(await service.verdict(installation.changePlan, { ...second, plan: 'pro' })).toBe('accepted');
  });
});

describe('settings', () => {
  it('never stand open where they are secret: not in the log, the state, the answers or the views', async () => {
    await publish('ir.acme.secretive');
    const [one, secret, later] = [
      await install('ir.acme.secretive', 'org_secret', {
        settings: { label: 'shown', api_key: 'first-secret-7Qz' },
        idempotency: idempotency(),
      }),
      'first-secret-7Qz',
      'second-secret-9Kd',
    ];
    expect(await service.reply(installation.getInstallation, one)).toMatchObject({
      settings: { label: 'shown', api_key: '••••••' },
      settings_revision: 1,
    });
    const request = { ...one, settings: { label: 'other', api_key: later }, idempotency: idempotency() };
    const changed = await service.ask(installation.changeSettings, request);
    expect(changed).toMatchObject({
      replayed: false,
      reply: { settings: { label: 'other', api_key: '••••••' }, settings_revision: 2 },
    });
    expect(await service.ask(installation.changeSettings, request)).toEqual({ ...changed, replayed: true });
    const text = await allText();
    expect(text).toContain('shown');
    for (const hidden of [secret, later]) expect(text).not.toContain(hidden);
  });

  it('keep a secret that comes back as its mask', async () => {
    await publish('ir.acme.masked');
    const one = await install('ir.acme.masked', 'org_masked', { settings: { label: 'a', api_key: 'kept-secret' } });
    await service.reply(installation.changeSettings, { ...one, settings: { label: 'b', api_key: '••••••' } });
    expect((await service.reply(installation.getForHandle, one)).installation.settings).toEqual({
      label: 'b',
      api_key: 'kept-secret',
    });
  });
});

describe('a tool call', () => {
  it('is prepared with checked arguments and a read-only handle for this call alone', async () => {
    await publish('ir.acme.tools');
    const one = await install('ir.acme.tools', 'org_tools');
    const call = { ...one, tool: 'find_invoice', arguments: { number: '7' }, person_id: 'per_9' };
    expect(await service.verdict(installation.prepareToolCall, call)).toBe('tool.not_found');
    await service.reply(installation.readCredentials, one);
    expect(
      (
        await service.reply(installation.listTools, { organisation_id: 'org_tools', limit: 50, cursor: null })
      ).items.map(({ name }) => name),
    ).toEqual(['find_invoice']);
    expect(await service.ask(installation.prepareToolCall, { ...call, arguments: { number: 7 } })).toMatchObject({
      refusal: { code: 'tool.arguments_invalid', params: { problems: [{ path: '/arguments/number' }] } },
    });
    expect(await service.verdict(installation.prepareToolCall, { ...call, tool: 'drop_tables' })).toBe(
      'tool.not_found',
    );
    const { handle, call_id } = await service.reply(installation.prepareToolCall, call);
    const claims = await openHandle(sealingKeys, handle, new Date());
    expect(claims).toMatchObject({
      installation_id: one.installation_id,
      person_id: 'per_9',
      purpose: 'tool',
      tool: 'find_invoice',
      call_id,
      read_only: true,
      origin: null,
    });
    expect(await service.reply(installation.prepareToolCall, call)).not.toMatchObject({ call_id });
  });
});

describe('tokens', () => {
  it('are asked for many at once, each answered for itself', async () => {
    await publish('ir.acme.many');
    const one = await install('ir.acme.many', 'org_many');
    const { token } = await service.reply(installation.readCredentials, one);
    const known = { installation_id: one.installation_id, token_hash: hashCredential(pepper, token!) };
    const { results } = await service.reply(installation.authenticateTokens, {
      tokens: [
        { ...known, token_hash: hashCredential(pepper, newCredential('ki')) },
        known,
        { ...known, installation_id: 'ins_x' },
      ],
    });
    expect(results).toEqual([null, expect.objectContaining({ organisation_id: 'org_many' }), null]);
  });

  it('are answered beside one whose installation cannot be read', async () => {
    await publish('ir.acme.beside');
    const known = async (organisation_id: string) => {
      const one = await install('ir.acme.beside', organisation_id, { settings: { api_key: 'k1' } });
      const { token } = await service.reply(installation.readCredentials, one);
      return { installation_id: one.installation_id, token_hash: hashCredential(pepper, token!) };
    };
    const [sound, broken] = [await known('org_sound'), await known('org_broken')];
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ settings: object }>(
      'select settings from installations where stream_id = $1',
      [broken.installation_id],
    );
    await client.query(
      `update installations set settings = jsonb_set(settings::jsonb, '{sealedSecrets}', '"sealed with a key that is not here"')::json where stream_id = $1`,
      [broken.installation_id],
    );
    const { results } = await service.reply(installation.authenticateTokens, { tokens: [broken, sound] });
    expect(results).toEqual(['unreadable', expect.objectContaining({ organisation_id: 'org_sound' })]);
    await expect(service.ask(installation.authenticateToken, broken)).rejects.toMatchObject({ name: 'ServiceFailed' });
    await client.query('update installations set settings = $2 where stream_id = $1', [
      broken.installation_id,
      rows[0]?.settings,
    ]);
    await client.end();
  });
});

describe('a developer', () => {
  it('puts a release into this store without review, and cannot change it any more', async () => {
    const manifest = manifestOf('ir.acme.local', '1.0.0', { base_url: 'http://localhost:9000' });
    const request = { manifest, by: 'per_1', idempotency: idempotency() };
    const first = await service.ask(installation.publishForDevelopment, request);
    expect(first).toMatchObject({ replayed: false, reply: { plugin_id: 'ir.acme.local', tier: 'private' } });
    expect(await service.ask(installation.publishForDevelopment, request)).toEqual({ ...first, replayed: true });
    expect(await service.ask(installation.publishForDevelopment, { manifest, by: 'per_1' })).toEqual(first);
    expect(
      await service.verdict(installation.publishForDevelopment, {
        manifest: { ...manifest, names: { en: 'Other' } },
        by: 'per_1',
      }),
    ).toBe('catalogue.version_exists');
    expect(
      await service.verdict(installation.publishForDevelopment, {
        manifest: { ...manifest, version: '1' },
        by: 'per_1',
      }),
    ).toBe('catalogue.manifest_invalid');
  });
});

describe('the log', () => {
  it('makes the same state rows and views again', async () => {
    const report = await rebuild({ ...installationStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
    expect(report.facts).toBeGreaterThan(50);
  });
});
