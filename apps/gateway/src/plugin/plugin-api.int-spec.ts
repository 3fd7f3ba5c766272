import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  delivery,
  installation,
  wallet,
  workspace,
  workspaceSessions,
  type AuthenticatedInstallation,
  type InstallationSummary,
  type JsonObject,
} from '@kushk/contracts';
import { hashCredential, newCredential, type HandleClaims } from '@kushk/credentials';
import { answered, httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import type { StubServices } from '../../test/stub-services.js';
import { refused, accepted } from '../../test/outcomes.js';
import { sealedHandle } from '../../test/sealed-handle.js';
import { PEPPER, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const ID = 'ins_01';
const BASE = `/i/${ID}/plugin/v1`;
const PAGE_ORIGIN = 'https://plugin.acme.ir';
const token = newCredential('ki');
const usual: InstallationSummary & { readonly settings: JsonObject } = {
  installation_id: ID,
  plugin_id: 'ir.acme.a',
  version: '1.0.0',
  status: 'installed',
  delivery: 'push',
  plugin_api: '1.0',
  api_base: `http://instance.test${BASE}`,
  scopes: ['records.own', 'proposals.case', 'wallet.consume'],
  scopes_pending: ['cases.read', 'proposals.document'],
  settings: { region: 'eu', api_key: 's3cret' },
  settings_revision: 1,
  plan: 'basic',
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  machine_user: { id: 'mus_1' },
  installed_at: null,
  token: { last4: 'abcd' },
};
const record = {
  type: 'invoice',
  external_id: '',
  data: {},
  revision: 4,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
};

const handle = (overrides: Partial<HandleClaims> = {}) =>
  sealedHandle({ installation_id: ID, origin: PAGE_ORIGIN, ...overrides });

describe('the plugin API', () => {
  let gateway: GatewayUnderTest;
  let services: StubServices;
  let anyone: HttpClient;
  let plugin: HttpClient;
  let found: AuthenticatedInstallation;
  const people = new Set<string>();
  let areSettingsLarge = false;
  let settingsMayReply: Promise<void> = Promise.resolve();

  beforeAll(async () => {
    gateway = await startGateway('instance');
    services = gateway.services;
    anyone = httpClient(gateway.port);
    plugin = httpClient(gateway.port, { authorization: `Bearer ${token}` });
    const good = hashCredential(PEPPER, token);
    await services.respond(installation.authenticateTokens, ({ tokens }) =>
      accepted({
        results: tokens.map(({ token_hash, installation_id, call_id }) =>
          (token_hash === good || token_hash === null) && installation_id === ID
            ? { ...found, call_open: call_id === 'tcl_open' }
            : null,
        ),
      }),
    );
    const settingsFor = ({ with_secrets }: { readonly with_secrets: boolean }) => ({
      settings: with_secrets ? usual.settings : { region: 'eu' },
      settings_revision: 1,
    });
    await services.respond(installation.getManySettings, async ({ lookups }) => {
      await settingsMayReply;
      return accepted({ results: lookups.map((lookup) => (areSettingsLarge ? null : settingsFor(lookup))) });
    });
    await services.respond(installation.getSettings, (lookup) => accepted(settingsFor(lookup)));
    await services.respond(installation.rotateCredential, ({ what, token_hash }) =>
      token_hash === good
        ? accepted({ what, token: 'ki_new', signing_secret: null, previous_valid_until: '2026-11-22T09:00:00Z' })
        : refused('auth.token_superseded'),
    );
    await services.respond(workspaceSessions.checkHandles, ({ handles }) =>
      accepted({
        results: handles.map(({ person_id }) => (people.has(person_id) ? { name: 'مینا', role: 'member' } : null)),
      }),
    );
    await services.respond(workspace.listRecords, () => accepted({ items: [], next_cursor: null }));
    await services.respond(workspace.getRecord, ({ external_id }) => accepted({ ...record, external_id }));
    const { data: _stored, ...written } = record;
    await services.respond(workspace.putRecord, ({ external_id, if_match }) =>
      if_match === 3 || Array.isArray(if_match)
        ? refused('record.revision_conflict', { revision: 4 })
        : accepted({ ...written, external_id, created: if_match === null || if_match === 0 }),
    );
    await services.respond(workspace.deleteRecord, () => accepted(null));
    await services.respond(wallet.consume, ({ service, count, reference, idempotency }) =>
      count > 100
        ? refused('wallet.insufficient_balance', { required: '12.5', available: '3' })
        : accepted(
            { id: 'ent_1', service, count, reference, key: idempotency.key } as never,
            idempotency.key === 'again',
          ),
    );
  });
  beforeEach(() => {
    const { settings: _settings, ...summary } = usual;
    found = { organisation_id: 'org_1', installation: summary, page_origin: PAGE_ORIGIN };
    people.clear();
    people.add('per_1');
  });
  afterAll(() => gateway.stop());

  describe('requests with an installation token', () => {
    it('return the installation with its secret settings', async () => {
      const { status, json } = await plugin(`${BASE}/installation`);
      expect([status, json]).toEqual([200, usual]);
    });

    it('rotate credentials with the token of the request, so that a superseded token can be rejected', async () => {
      const rotated = await plugin(`${BASE}/installation/rotate`, { json: { what: 'token' } });
      expect([rotated.status, rotated.json['token']]).toEqual([200, 'ki_new']);
      expect(services.requestsOf(installation.rotateCredential)).toMatchObject([
        { token_hash: hashCredential(PEPPER, token) },
      ]);
    });

    it('are accepted only for the installation in the path', async () => {
      expect(statusAndCode(await plugin('/i/ins_02/plugin/v1/installation'))).toBe('401 auth.token_invalid');
    });

    it.each([
      ['no token', {}],
      ['a wrong prefix', { authorization: `Bearer ${newCredential('kp')}` }],
      ['a wrong checksum', { authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}` }],
      ['an access token', { authorization: 'Bearer a.b.c' }],
      ['a malformed handle', { authorization: 'Bearer kh_x..y.z.w' }],
    ])('are rejected for %s without a request to a service', async (_, headers) => {
      const before = services.received.length;
      const response = await anyone(`${BASE}/installation`, { headers });
      expect(statusAndCode(response)).toMatch(/^401 auth\.(token|handle)_invalid$/);
      expect(services.received.length).toBe(before);
    });

    it('are rejected when the token is unknown or revoked', async () => {
      expect(
        statusAndCode(
          await anyone(`${BASE}/installation`, { headers: { authorization: `Bearer ${newCredential('ki')}` } }),
        ),
      ).toBe('401 auth.token_invalid');
    });

    it('get the result of their own token when many requests arrive at once', async () => {
      const before = services.requestsOf(installation.getManySettings).length;
      let reply = (): void => undefined;
      settingsMayReply = new Promise((resolve) => (reply = resolve));
      const ofKnown = () => plugin(`${BASE}/installation`);
      const known: ReturnType<HttpClient>[] = [];
      const unknown: ReturnType<HttpClient>[] = [];
      for (let n = 0; n < 20; n += 1) {
        known.push(ofKnown());
        for (const token of [newCredential('ki'), newCredential('ki')])
          unknown.push(anyone(`${BASE}/installation`, { headers: { authorization: `Bearer ${token}` } }));
      }
      // Without replies, the settings of the requests that arrive meanwhile wait for the next batch.
      expect((await Promise.all(unknown)).map(({ status }) => status)).toEqual(unknown.map(() => 401));
      reply();
      // On a busy machine, the first settings may have waited longer than a service may take.
      const responses = await Promise.all(
        known.map(async (first) => ((await first).status === 503 ? await answered(ofKnown) : await first)),
      );
      expect(responses.map(({ status }) => status)).toEqual(known.map(() => 200));
      const settingsRequests = services.requestsOf(installation.getManySettings).length - before;
      expect(settingsRequests).toBeGreaterThan(0);
      expect(settingsRequests).toBeLessThan(20);
    });

    it('read settings alone that do not fit into a message with others', async () => {
      areSettingsLarge = true;
      const response = await plugin(`${BASE}/installation`);
      areSettingsLarge = false;
      expect([response.status, response.json['settings']]).toEqual([200, usual.settings]);
    });
  });

  describe('plugin requests to an installation', () => {
    it.each([
      ['suspended', '403 installation.suspended'],
      ['paused', '403 installation.paused'],
    ] as const)('are rejected while it is %s, except for the OpenAPI document', async (status, expected) => {
      found = { ...found, installation: { ...usual, status } };
      for (const path of ['/wallet', '/installation', '/records/invoice', '/events'])
        expect(statusAndCode(await plugin(BASE + path))).toBe(expected);
      expect((await plugin(`${BASE}/openapi.json`)).status).toBe(200);
    });

    it('are rejected with auth.token_invalid after it was removed', async () => {
      found = { ...found, installation: { ...usual, status: 'removed' } };
      expect(statusAndCode(await plugin(`${BASE}/installation`))).toBe('401 auth.token_invalid');
    });

    it.each(['pending', 'consent_pending'] as const)('are accepted while it is %s', async (status) => {
      found = { ...found, installation: { ...usual, status } };
      expect((await plugin(`${BASE}/records/invoice`)).status).toBe(200);
    });

    it('are rejected with different codes for a missing scope and for a scope that awaits consent', async () => {
      found = { ...found, installation: { ...usual, scopes: [] } };
      const missing = await plugin(`${BASE}/records/invoice`);
      expect([statusAndCode(missing), missing.json['params']]).toEqual([
        '403 auth.scope_missing',
        { scope: 'records.own' },
      ]);
      found = { ...found, installation: { ...usual, scopes: ['proposals.case'] } };
      const proposal = {
        external_id: 'a',
        record_type: 'document',
        action: 'update',
        record_id: 'doc_1',
        changes: {},
        summary: 's',
      };
      const pending = await plugin(`${BASE}/proposals`, { json: proposal });
      expect([statusAndCode(pending), pending.json['params']]).toEqual([
        '403 installation.scope_pending',
        { scope: 'proposals.document' },
      ]);
      const own = await plugin(`${BASE}/proposals`, { json: { ...proposal, record_type: 'invoice' } });
      expect([statusAndCode(own), own.json['detail']]).toEqual([
        '403 auth.scope_missing',
        expect.stringContaining('PUT /records/{type}/{external_id}'),
      ]);
    });
  });

  describe('the records API', () => {
    it.each(['inv-991', 'a/b', '..', 'فاکتور ۱', '100%', 'a%2Fb', '+', ' '])(
      'forwards the external_id %j unchanged',
      async (external_id) => {
        const { status, json } = await plugin(`${BASE}/records/invoice/${encodeURIComponent(external_id)}`);
        expect([status, json['external_id']]).toEqual([200, external_id]);
      },
    );

    it('accepts an external_id of 200 characters with four UTF-8 bytes each', async () => {
      const long = '😀'.repeat(200);
      expect((await plugin(`${BASE}/records/invoice/${encodeURIComponent(long)}`)).json['external_id']).toBe(long);
    });

    it('creates a record, updates it with an expected revision and deletes it', async () => {
      const created = await plugin(`${BASE}/records/invoice/a%2Fb`, { method: 'PUT', json: { data: { n: 1 } } });
      expect([created.status, created.headers['etag'], created.headers['location']]).toEqual([
        201,
        '"4"',
        `http://instance.test${BASE}/records/invoice/a%2Fb`,
      ]);
      expect(created.json).toEqual({ ...record, external_id: 'a/b', data: { n: 1 } });
      const changed = await plugin(`${BASE}/records/invoice/a`, {
        method: 'PUT',
        json: { data: {} },
        headers: { 'if-match': '"4"' },
      });
      expect(changed.status).toBe(200);
      expect(
        statusAndCode(
          await plugin(`${BASE}/records/invoice/a`, {
            method: 'PUT',
            json: { data: {} },
            headers: { 'if-match': '"3"' },
          }),
        ),
      ).toBe('412 record.revision_conflict');
      const weak = await plugin(`${BASE}/records/invoice/a`, {
        method: 'PUT',
        json: { data: {} },
        headers: { 'if-match': 'W/"4"' },
      });
      expect([weak.status, weak.json['detail']]).toEqual([412, expect.stringContaining('send "4" without W/')]);
      expect(
        (
          await plugin(`${BASE}/records/invoice/new`, {
            method: 'PUT',
            json: { data: {} },
            headers: { 'if-none-match': '*' },
          })
        ).status,
      ).toBe(201);
      expect(gateway.services.received.at(-1)).toMatchObject({ request: { external_id: 'new', if_match: 0 } });
      const deleted = await plugin(`${BASE}/records/invoice/a`, { method: 'DELETE' });
      expect([deleted.status, deleted.text]).toEqual([204, '']);
    });

    it.each([
      ['/records/invoice?limit=0', '422 request.invalid'],
      ['/records/invoice?limit=many', '422 request.invalid'],
      ['/records/invoice?offset=3', '422 request.invalid'],
    ])('rejects invalid paging parameters: %s', async (path, expected) => {
      expect(statusAndCode(await plugin(BASE + path))).toBe(expected);
    });
  });

  describe('the wallet API', () => {
    const consume = { service: 'ocr.page', count: 2 };

    it('requires an idempotency key for a charge', async () => {
      expect(statusAndCode(await plugin(`${BASE}/wallet/consume`, { json: consume }))).toBe(
        '400 idempotency.key_required',
      );
      expect(statusAndCode(await plugin(`${BASE}/wallet/holds/hld_1/settle`, { json: {} }))).toBe(
        '400 idempotency.key_required',
      );
    });

    it('charges by service and count, and marks the response to a repeated idempotency key as replayed', async () => {
      const first = await plugin(`${BASE}/wallet/consume`, { json: consume, headers: { 'idempotency-key': 'job-1' } });
      expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
      expect(first.json).toEqual({ id: 'ent_1', ...consume, reference: null, key: 'job-1' });
      const again = await plugin(`${BASE}/wallet/consume`, { json: consume, headers: { 'idempotency-key': 'again' } });
      expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    });

    it('returns 402 with the required and the available amount when the balance is too low', async () => {
      const response = await plugin(`${BASE}/wallet/consume`, {
        json: { ...consume, count: 101 },
        headers: { 'idempotency-key': 'job-2' },
      });
      expect(statusAndCode(response)).toBe('402 wallet.insufficient_balance');
      expect(response.json).toMatchObject({
        detail: '12.5 MU are required, 3 are available',
        params: { required: '12.5', available: '3' },
      });
    });

    it.each([
      ['a count as a string', { service: 'ocr.page', count: '2' }],
      ['an amount of MU', { ...consume, mu: '1' }],
      ['an empty body', {}],
    ])('rejects a charge with %s', async (_, json) => {
      expect(
        statusAndCode(await plugin(`${BASE}/wallet/consume`, { json, headers: { 'idempotency-key': 'job-3' } })),
      ).toBe('422 request.invalid');
    });

    it('returns 503 while the wallet service is down or busy', async () => {
      const down = await plugin(`${BASE}/wallet`);
      expect([statusAndCode(down), down.json['params']]).toEqual(['503 service.unavailable', { service: 'wallet' }]);
      const end = await services.fail(wallet.getWallet, 'busy');
      const busy = await plugin(`${BASE}/wallet`);
      await end();
      expect([statusAndCode(busy), busy.headers['retry-after']]).toEqual(['503 wallet.busy', '2']);
    });
  });

  describe('requests with a handle', () => {
    const page = async (path: string, sent: Parameters<HttpClient>[1] = {}, overrides: Partial<HandleClaims> = {}) =>
      anyone(BASE + path, {
        ...sent,
        headers: { authorization: `Bearer ${await handle(overrides)}`, origin: PAGE_ORIGIN, ...sent.headers },
      });

    it('get no secret settings without the installation token', async () => {
      const { status, json } = await page('/installation');
      expect([status, json['settings']]).toEqual([200, { region: 'eu' }]);
    });

    it('get no secret settings even with the installation token, and act for the person', async () => {
      const { json } = await plugin(`${BASE}/installation`, {
        headers: {
          'service-handle': await handle({ purpose: 'tool', origin: null, call_id: 'tcl_open', read_only: true }),
        },
      });
      expect(json['settings']).toEqual({ region: 'eu' });
      await plugin(`${BASE}/records/invoice`, { headers: { 'service-handle': await handle() } });
      expect(services.received.at(-1)!.actor).toMatchObject({ kind: 'plugin', on_behalf_of: 'per_1' });
    });

    it.each<[string, Partial<HandleClaims>]>([
      ['a handle of a tool without the token', { purpose: 'tool', origin: null }],
      ['a handle of another installation', { installation_id: 'ins_02' }],
      ['a handle of another organisation', { organisation_id: 'org_2' }],
      ['an expired handle', { expires_at: new Date(Date.now() - 1).toISOString() }],
      ['a handle of a removed person', { person_id: 'per_gone' }],
    ])('are rejected: %s', async (_, overrides) => {
      expect(statusAndCode(await page('/installation', {}, overrides))).toBe('401 auth.handle_invalid');
    });

    it('are rejected from any origin but that of the page', async () => {
      for (const origin of ['https://evil.example', 'null', ''])
        expect(statusAndCode(await page('/installation', { headers: { origin } }))).toBe('403 auth.origin_refused');
    });

    it('are rejected after a new version of the plugin has moved its pages to another origin', async () => {
      found = { ...found, page_origin: 'https://new.acme.ir' };
      expect(statusAndCode(await page('/installation'))).toBe('401 auth.handle_invalid');
    });

    it('let exactly the page of the handle read the response, also that its handle has expired', async () => {
      const allowed = async (sent?: Parameters<HttpClient>[1], overrides?: Partial<HandleClaims>) =>
        (await page('/installation', sent, overrides)).headers['access-control-allow-origin'];
      expect(await allowed()).toBe(PAGE_ORIGIN);
      expect(await allowed({}, { expires_at: new Date(0).toISOString() })).toBe(PAGE_ORIGIN);
      expect((await page('/events')).headers['access-control-allow-origin']).toBe(PAGE_ORIGIN);
      expect(await allowed({ headers: { origin: 'https://evil.example' } })).toBeUndefined();
      expect(await allowed({}, { installation_id: 'ins_02' })).toBeUndefined();
      const withToken = await plugin(`${BASE}/installation`, { headers: { origin: PAGE_ORIGIN } });
      expect([withToken.headers['access-control-allow-origin'], withToken.headers['vary']]).toEqual([
        undefined,
        'origin',
      ]);
    });

    it('follow a preflight, which allows them only for a page of the installed plugin', async () => {
      const preflight = async (path: string, origin: string) => {
        const headers = { origin, 'access-control-request-method': 'PUT' };
        const response = await anyone(path, { method: 'OPTIONS', headers });
        return [response.status, response.headers['access-control-allow-origin']];
      };
      expect(await preflight(`${BASE}/records/invoice/a%2Fb`, PAGE_ORIGIN)).toEqual([204, PAGE_ORIGIN]);
      expect(await preflight(`${BASE}/records/invoice/a%2Fb`, 'https://evil.example')).toEqual([204, undefined]);
      expect(await preflight('/i/ins_02/plugin/v1/installation', PAGE_ORIGIN)).toEqual([204, undefined]);
    });

    it('are rejected for events and wallet writes, with or without the installation token', async () => {
      expect(statusAndCode(await plugin(`${BASE}/events`, { headers: { 'service-handle': await handle() } }))).toBe(
        '403 auth.handle_not_accepted',
      );
      expect(statusAndCode(await page('/events'))).toBe('403 auth.handle_not_accepted');
      expect(
        statusAndCode(
          await page('/wallet/consume', { json: { service: 'a', count: 1 }, headers: { 'idempotency-key': 'k' } }),
        ),
      ).toBe('403 auth.handle_not_accepted');
    });

    it('have the idempotency keys of their person', async () => {
      people.add('per_2');
      const remove = async (headers: Readonly<Record<string, string>>) =>
        (await plugin(`${BASE}/records/invoice/e-1`, { method: 'DELETE', headers })).status;
      const again = { 'idempotency-key': 'k1' };
      expect([
        await remove(again),
        await remove({ ...again, 'service-handle': await handle() }),
        await remove({ ...again, 'service-handle': await handle({ person_id: 'per_2' }) }),
      ]).toEqual([204, 204, 204]);
      const deletions = services.received.filter(({ request }) => 'if_match' in (request as object)).slice(-3);
      expect(deletions).toMatchObject(
        [`installation:${ID}`, `installation:${ID} per_1`, `installation:${ID} per_2`].map((scope) => ({
          request: { idempotency: { scope } },
        })),
      );
    });

    it('are rejected for writes when the handle is read-only, with or without the installation token', async () => {
      expect(
        statusAndCode(await page('/records/invoice/a', { method: 'PUT', json: { data: {} } }, { read_only: true })),
      ).toBe('403 auth.handle_read_only');
      const withToken = await plugin(`${BASE}/records/invoice/a`, {
        method: 'DELETE',
        headers: { 'service-handle': await handle({ read_only: true }) },
      });
      expect(statusAndCode(withToken)).toBe('403 auth.handle_read_only');
    });
  });

  describe('the events API', () => {
    it('forwards the wait time, with a deadline at most 5 s after the end of the wait', async () => {
      const end = await services.respond(delivery.pollEvents, ({ after }) =>
        after === 'old'
          ? refused('events.cursor_expired', { oldest: 'c_9' })
          : accepted({ events: [], next_after: 'c_1', has_more: false }),
      );
      const polled = await plugin(`${BASE}/events?after=c_0&wait=25&types=plugin.ping,plugin.proposal.settled`);
      expect(polled.json).toEqual({ events: [], next_after: 'c_1', has_more: false });
      const { request, remainingMs } = services.received.at(-1)!;
      expect(request).toEqual({
        installation_id: ID,
        after: 'c_0',
        limit: 100,
        types: ['plugin.ping', 'plugin.proposal.settled'],
        wait_ms: 25_000,
      });
      expect(remainingMs).toBeGreaterThan(25_000);
      expect(remainingMs).toBeLessThan(30_000);
      expect(statusAndCode(await plugin(`${BASE}/events?after=old`))).toBe('410 events.cursor_expired');
      await end();
    });

    it('rejects a wait time above 25 s', async () => {
      expect(statusAndCode(await plugin(`${BASE}/events?wait=26`))).toBe('422 request.invalid');
    });
  });
});
