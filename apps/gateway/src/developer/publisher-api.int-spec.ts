import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  KEY_SCOPES,
  type ListedPlugin,
  type PublisherResource,
  type ReleaseSummary,
} from '@kushk/contracts';
import { hashCredential, newCredential } from '@kushk/credentials';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted, refused } from '../../test/outcomes.js';
import { PEPPER, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';
import type { StubServices } from '../../test/stub-services.js';

const publisher: PublisherResource = { id: 'acme', name: 'Acme' };
const key = {
  id: 'key_1',
  label: 'ci',
  last4: 'abcd',
  scopes: KEY_SCOPES,
  plugin_id: null,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};
const listed: ListedPlugin = {
  id: 'ir.acme.a',
  names: { en: 'Invoices' },
  kind: 'external',
  latest_published: null,
  deprecation: null,
  revision: '1',
};
const secret = newCredential('kp');
const revoked = newCredential('kp');
const hashOf = (text: string) => hashCredential(PEPPER, text);

describe('the publisher API', () => {
  let gateway: GatewayUnderTest;
  let services: StubServices;
  let anyone: HttpClient;
  let client: HttpClient;
  /** The gateway of a second hub, whose catalogue contains a release. */
  let other: GatewayUnderTest;
  let otherClient: HttpClient;

  beforeAll(async () => {
    other = await startGateway('hub');
    otherClient = httpClient(other.port, { authorization: `Bearer ${secret}` });
    await other.services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
    gateway = await startGateway('hub');
    services = gateway.services;
    anyone = httpClient(gateway.port);
    client = httpClient(gateway.port, { authorization: `Bearer ${secret}` });
    await services.respond(catalogue.authenticateKey, ({ key_hash }) =>
      key_hash === hashOf(secret) ? accepted({ publisher, key }) : refused('auth.publisher_key_invalid'),
    );
    await services.respond(catalogue.getRelease, ({ plugin_id }) =>
      refused('catalogue.release_not_found', { because: plugin_id === 'ir.foreign' ? 'foreign' : 'absent' }),
    );
    await services.respond(catalogue.submitRelease, ({ manifest, requested_tier, notes, idempotency }) => {
      const release = {
        plugin_id: 'ir.acme.a',
        version: '1.0.0',
        status: 'submitted',
        manifest,
        requested_tier,
        notes,
      };
      return accepted(release as never, idempotency?.key === 'again');
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await other.stop();
  });
  it('returns the publisher and the key without internal fields', async () => {
    const { status, json, headers } = await client('/developer/v1/me');
    expect(status).toBe(200);
    const { revoked_at, ...shown } = key;
    expect(revoked_at).toBeNull();
    expect(json).toEqual({ publisher, key: shown });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('gives all scopes to a key that a catalogue of the version before returns without them', async () => {
    const { scopes: _scopes, plugin_id: _pluginId, ...before } = key;
    await other.services.respond(catalogue.authenticateKey, () => accepted({ publisher, key: before as never }));
    expect((await otherClient('/developer/v1/me')).json['key']).toMatchObject({ scopes: KEY_SCOPES, plugin_id: null });
  });

  describe('authentication in the publisher API', () => {
    it.each([
      ['no credential', {}],
      ['another scheme', { authorization: 'Basic YWNtZTphY21l' }],
      ['a wrong prefix', { authorization: `Bearer ${newCredential('ki')}` }],
      ['a wrong checksum', { authorization: `Bearer ${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}` }],
      ['an access token', { authorization: 'Bearer a.b.c' }],
      ['two headers', { authorization: [`Bearer ${secret}`, `Bearer ${secret}`] }],
    ])('rejects %s without sending a request to the catalogue', async (_, headers) => {
      const before = services.received.length;
      const response = await anyone('/developer/v1/me', { headers });
      expect(statusAndCode(response)).toBe('401 auth.publisher_key_invalid');
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(services.received.length).toBe(before);
    });

    it('rejects a request with a key in the query string, even if its header has a valid key', async () => {
      expect(statusAndCode(await client(`/developer/v1/me?access_token=${secret}`))).toBe(
        '401 auth.publisher_key_invalid',
      );
    });

    it('rejects a revoked key', async () => {
      expect(statusAndCode(await anyone('/developer/v1/me', { headers: { authorization: `Bearer ${revoked}` } }))).toBe(
        '401 auth.publisher_key_invalid',
      );
    });

    it('rejects a publisher key on other APIs', async () => {
      expect(statusAndCode(await client('/operator/v1/publishers'))).toBe('401 auth.token_invalid');
    });
  });

  describe('a release request of a publisher', () => {
    it('is forwarded with an unchanged body and gets a 201 response with a Location header', async () => {
      const manifest = { id: 'ir.acme.a', more: [1, null, { deep: 'یک' }] };
      const response = await client('/developer/v1/releases', { json: { manifest, notes: null } });
      expect(response.status).toBe(201);
      expect(response.headers['location']).toBe('/developer/v1/releases/ir.acme.a/1.0.0');
      expect(services.requestsOf(catalogue.submitRelease).at(-1)).toEqual({
        publisher_id: 'acme',
        manifest,
        notes: null,
      });
    });

    it('is forwarded with its idempotency key, scoped to the publisher; a replayed response is marked', async () => {
      const sent = { json: { manifest: { a: 1, b: 2 } }, headers: { 'idempotency-key': 'again' } };
      const response = await client('/developer/v1/releases', sent);
      expect([response.status, response.headers['idempotency-replayed']]).toEqual([201, 'true']);
      await client('/developer/v1/releases', { ...sent, json: { manifest: { b: 2, a: 1 } } });
      await client('/developer/v1/releases', { ...sent, json: { manifest: { a: 1, b: 3 } } });
      const [first, same, other] = services
        .requestsOf(catalogue.submitRelease)
        .slice(-3)
        .map((request) => request.idempotency!);
      expect(first).toMatchObject({ scope: 'publisher:acme', key: 'again' });
      expect(same!.input_hash).toBe(first!.input_hash);
      expect(other!.input_hash).not.toBe(first!.input_hash);
    });

    it.each([
      ['text that is not JSON', { body: '{"manifest":' }, '400 request.malformed'],
      ['bytes that are not UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, '400 request.malformed'],
      ['a duplicate key', { body: '{"manifest":{},"manifest":{}}' }, '400 request.malformed'],
      [
        'a body that is nested too deeply',
        { body: `{"manifest":${'['.repeat(64)}${']'.repeat(64)}}` },
        '400 request.malformed',
      ],
      [
        'another media type',
        { body: 'a: 1', headers: { 'content-type': 'application/yaml' } },
        '415 request.unsupported_media_type',
      ],
      [
        'another charset',
        { body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
        '415 request.unsupported_media_type',
      ],
      ['a body above 1 MiB', { body: `{"notes":"${'x'.repeat(1024 * 1024)}"}` }, '413 request.too_large'],
      ['an unknown field', { json: { manifest: {}, publisher: 'acme' } }, '422 request.invalid'],
      ['a list instead of an object', { json: [] }, '422 request.invalid'],
      [
        'an invalid idempotency key',
        { json: { manifest: {} }, headers: { 'idempotency-key': 'a b' } },
        '400 idempotency.key_invalid',
      ],
    ])('is rejected without a request to the catalogue: %s', async (_, sent, expected) => {
      const before = services.requestsOf(catalogue.submitRelease).length;
      const response = await client('/developer/v1/releases', sent);
      expect(statusAndCode(response)).toBe(expected);
      expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(services.requestsOf(catalogue.submitRelease).length).toBe(before);
    });

    it('is authenticated before its body is validated', async () => {
      expect(statusAndCode(await anyone('/developer/v1/releases', { body: '{' }))).toBe(
        '401 auth.publisher_key_invalid',
      );
    });
  });

  it('returns the same 404 for a release of another publisher as for an absent release', async () => {
    const [foreign, absent] = await Promise.all([
      client('/developer/v1/releases/ir.foreign/1.0.0'),
      client('/developer/v1/releases/ir.absent/1.0.0'),
    ]);
    expect(statusAndCode(foreign)).toBe('404 catalogue.release_not_found');
    expect(foreign.text.replace(String(foreign.json['request_id']), '')).toBe(
      absent.text.replace(String(absent.json['request_id']), ''),
    );
  });

  describe('a conditional read of a release', () => {
    const release = { plugin_id: 'ir.acme.b', version: '1.0.0', status: 'submitted' };
    let end: () => Promise<void>;
    const path = '/developer/v1/releases/ir.acme.b/1.0.0';
    beforeAll(async () => {
      end = await other.services.respond(catalogue.getRelease, () => accepted(release as never));
    });
    afterAll(() => end());

    it('returns 304 with the ETag and no body when the client has the current representation', async () => {
      const first = await otherClient(path);
      const tag = String(first.headers['etag']);
      expect([first.status, first.json, tag]).toEqual([200, release, expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const repeated = await otherClient(path, { headers: { 'if-none-match': known } });
        expect([repeated.status, repeated.text, repeated.headers['etag'], repeated.headers['content-type']]).toEqual([
          304,
          '',
          tag,
          undefined,
        ]);
      }
      expect((await otherClient(path, { headers: { 'if-none-match': '"other"' } })).json).toEqual(release);
      expect(statusAndCode(await otherClient(path, { headers: { 'if-none-match': 'bare' } }))).toBe(
        '400 request.malformed',
      );
    });

    it('is forwarded with its wait time and ETags, and its deadline is later than the end of the wait', async () => {
      await otherClient(`${path}?wait=30`, { headers: { 'if-none-match': '"a", W/"b"' } });
      const { request, remainingMs } = other.services.received.at(-1)!;
      expect(request).toEqual({
        publisher_id: 'acme',
        plugin_id: 'ir.acme.b',
        version: '1.0.0',
        wait: { timeout_ms: 30_000, known_tags: ['a', 'b'] },
      });
      expect(remainingMs).toBeGreaterThan(31_000);
      for (const wait of ['31', '-1', 'long', '1.5'])
        expect(statusAndCode(await otherClient(`${path}?wait=${wait}`))).toBe('422 request.invalid');
    });
  });

  it('returns its OpenAPI document', async () => {
    const { status, json } = await anyone('/developer/v1/openapi.json');
    expect([status, json['openapi'], Object.keys(json['paths'] as object)]).toEqual([
      200,
      '3.1.0',
      [
        '/oidc/exchange',
        ...[
          '/me',
          '/plugins',
          '/plugins/summaries',
          '/plugins/{plugin_id}/releases',
          '/plugins/{plugin_id}/deprecation',
          '/releases',
          '/checks',
          '/releases/{plugin_id}/{version}',
          '/releases/{plugin_id}/{version}/manifest',
          '/releases/{plugin_id}/{version}/withdraw',
          '/releases/{plugin_id}/{version}/rollout',
          '/releases/{plugin_id}/{version}/comments',
          '/releases/{plugin_id}/{version}/appeal',
          '/releases/{plugin_id}/{version}/return',
          '/plugins/{plugin_id}/access-codes',
          '/plugins/{plugin_id}/access-codes/{code_id}',
          '/plugins/{plugin_id}/access',
          '/plugins/{plugin_id}/access/{access_id}',
          '/usage',
          '/usage/months',
          '/usage/installations',
          '/usage/statements',
          '/usage/statement',
          '/usage/statement/keys',
        ].map((path) => `/developer/v1${path}`),
      ],
    ]);
  });

  describe('GET /developer/v1/plugins', () => {
    const summary = (plugin_id: string, version: string, status: string) =>
      ({ plugin_id, version, status }) as ReleaseSummary;
    let revisions: Record<string, string>;
    let releases: Record<string, ReleaseSummary[]>;
    let ends: (() => Promise<void>)[];

    beforeAll(async () => {
      ends = [
        await services.respond(catalogue.listPlugins, () =>
          accepted({
            items: Object.entries(revisions).map(([id, revision]) => ({ ...listed, id, revision })),
            next_cursor: null,
          }),
        ),
        // The catalogue returns two releases per page.
        await services.respond(catalogue.listReleases, ({ plugin_ids, cursor }) => {
          const from = Number(cursor ?? 0);
          const all = plugin_ids.flatMap((id) => releases[id] ?? []);
          return accepted({
            items: all.slice(from, from + 2),
            next_cursor: from + 2 < all.length ? String(from + 2) : null,
          });
        }),
      ];
      revisions = { 'ir.acme.a': '1', 'ir.acme.b': '1' };
      releases = {
        'ir.acme.a': ['1.2.0', '1.1.0', '1.0.0'].map((version) => summary('ir.acme.a', version, 'submitted')),
        'ir.acme.b': [summary('ir.acme.b', 'فا', 'submitted')],
      };
    });
    afterAll(() => Promise.all(ends.map((end) => end())));

    const whole = () => ({
      plugins: Object.keys(revisions).map((id) => ({
        id,
        names: listed.names,
        kind: listed.kind,
        latest_published: listed.latest_published,
        deprecation: null,
        releases: releases[id],
      })),
    });
    const readSince = (before: number) =>
      services
        .requestsOf(catalogue.listReleases)
        .slice(before)
        .flatMap(({ plugin_ids }) => plugin_ids);

    it('contains all releases, regardless of the number of pages that the catalogue returns', async () => {
      expect((await client('/developer/v1/plugins')).json).toEqual(whole());
    });

    it('loads only the plugins that have changed since the previous request', async () => {
      const before = services.requestsOf(catalogue.listReleases).length;
      const first = await client('/developer/v1/plugins');
      expect(first.json).toEqual(whole());
      expect(readSince(before)).toEqual([]);
      revisions['ir.acme.b'] = '2';
      releases['ir.acme.b'] = [summary('ir.acme.b', 'فا', 'in_review')];
      const second = await client('/developer/v1/plugins');
      expect(second.json).toEqual(whole());
      expect(readSince(before)).toEqual(['ir.acme.b']);
      expect(second.headers['etag']).not.toBe(first.headers['etag']);
    });

    it('returns 304 when the client has the current list', async () => {
      const { headers } = await client('/developer/v1/plugins');
      const again = await client('/developer/v1/plugins', { headers: { 'if-none-match': String(headers['etag']) } });
      expect([again.status, again.text]).toEqual([304, '']);
    });
  });
});
