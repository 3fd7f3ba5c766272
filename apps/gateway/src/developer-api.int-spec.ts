import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueUsage,
  instanceGateway,
  type StoredUsage,
  type ListedPlugin,
  type PublisherResource,
  type ReleaseSummary,
} from '@kushk/contracts';
import { hashCredential, newCredential } from '@kushk/credentials';
import { eventually, httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import type { StubServices } from './test-harness/stub-services.js';
import { refused, accepted } from './test-harness/outcomes.js';
import { PEPPER, startGateway, type GatewayUnderTest } from './test-harness/start-gateway.js';

const publisher: PublisherResource = { id: 'acme', name: 'Acme' };
const key = {
  id: 'key_1',
  label: 'ci',
  last4: 'abcd',
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
  revision: '1',
};
const secret = newCredential('kp');
const revoked = newCredential('kp');
const hashOf = (text: string) => hashCredential(PEPPER, text);

describe('the publisher API', () => {
  let gateway: GatewayUnderTest;
  let neighbours: StubServices;
  let anyone: HttpClient;
  let client: HttpClient;
  /** A second hub, whose catalogue has a release. */
  let other: GatewayUnderTest;
  let again: HttpClient;

  beforeAll(async () => {
    other = await startGateway('hub');
    again = httpClient(other.port, { authorization: `Bearer ${secret}` });
    await other.services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
    gateway = await startGateway('hub');
    neighbours = gateway.services;
    anyone = httpClient(gateway.port);
    client = httpClient(gateway.port, { authorization: `Bearer ${secret}` });
    await neighbours.respond(catalogue.authenticateKey, ({ key_hash }) =>
      key_hash === hashOf(secret) ? accepted({ publisher, key }) : refused('auth.publisher_key_invalid'),
    );
    await neighbours.respond(catalogue.getRelease, ({ plugin_id }) =>
      refused('catalogue.release_not_found', { because: plugin_id === 'ir.foreign' ? 'foreign' : 'absent' }),
    );
    await neighbours.respond(catalogue.submitRelease, ({ manifest, requested_tier, notes, idempotency }) => {
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

  it('answers who the key is, without what is not for publishers', async () => {
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

  describe('credentials', () => {
    it.each([
      ['none', {}],
      ['another scheme', { authorization: 'Basic YWNtZTphY21l' }],
      ['a wrong prefix', { authorization: `Bearer ${newCredential('ki')}` }],
      ['a wrong checksum', { authorization: `Bearer ${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}` }],
      ['a token of people', { authorization: 'Bearer a.b.c' }],
      ['two headers', { authorization: [`Bearer ${secret}`, `Bearer ${secret}`] }],
    ])('are refused without asking anyone: %s', async (_, headers) => {
      const before = neighbours.received.length;
      const answered = await anyone('/developer/v1/me', { headers });
      expect(statusAndCode(answered)).toBe('401 auth.publisher_key_invalid');
      expect(answered.headers['www-authenticate']).toBe('Bearer');
      expect(neighbours.received.length).toBe(before);
    });

    it('are refused in the query string, even beside a good header', async () => {
      expect(statusAndCode(await client(`/developer/v1/me?access_token=${secret}`))).toBe(
        '401 auth.publisher_key_invalid',
      );
    });

    it('are refused when revoked, by the catalogue', async () => {
      expect(statusAndCode(await anyone('/developer/v1/me', { headers: { authorization: `Bearer ${revoked}` } }))).toBe(
        '401 auth.publisher_key_invalid',
      );
    });

    it('of a publisher open nothing else', async () => {
      expect(statusAndCode(await client('/operator/v1/publishers'))).toBe('401 auth.token_invalid');
    });
  });

  describe('a submission', () => {
    it('is passed on as it came, with absent and null alike, and answered 201 with its place', async () => {
      const manifest = { id: 'ir.acme.a', more: [1, null, { deep: 'یک' }] };
      const answered = await client('/developer/v1/releases', { json: { manifest, notes: null } });
      expect(answered.status).toBe(201);
      expect(answered.headers['location']).toBe('/developer/v1/releases/ir.acme.a/1.0.0');
      expect(neighbours.requestsOf(catalogue.submitRelease).at(-1)).toEqual({
        publisher_id: 'acme',
        manifest,
        requested_tier: null,
        notes: null,
      });
    });

    it('carries its idempotency key under the publisher, and says when it is an answer of before', async () => {
      const sent = { json: { manifest: { a: 1, b: 2 } }, headers: { 'idempotency-key': 'again' } };
      const answered = await client('/developer/v1/releases', sent);
      expect([answered.status, answered.headers['idempotency-replayed']]).toEqual([201, 'true']);
      await client('/developer/v1/releases', { ...sent, json: { manifest: { b: 2, a: 1 } } });
      await client('/developer/v1/releases', { ...sent, json: { manifest: { a: 1, b: 3 } } });
      const [first, same, other] = neighbours
        .requestsOf(catalogue.submitRelease)
        .slice(-3)
        .map((request) => request.idempotency!);
      expect(first).toMatchObject({ scope: 'publisher:acme', key: 'again' });
      expect(same!.input_hash).toBe(first!.input_hash);
      expect(other!.input_hash).not.toBe(first!.input_hash);
    });

    it.each([
      ['no JSON', { body: '{"manifest":' }, '400 request.malformed'],
      ['bytes that are no UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }, '400 request.malformed'],
      ['a key twice', { body: '{"manifest":{},"manifest":{}}' }, '400 request.malformed'],
      ['too deep', { body: `{"manifest":${'['.repeat(64)}${']'.repeat(64)}}` }, '400 request.malformed'],
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
      ['more than 1 MiB', { body: `{"notes":"${'x'.repeat(1024 * 1024)}"}` }, '413 request.too_large'],
      ['an unknown field', { json: { manifest: {}, publisher: 'acme' } }, '422 request.invalid'],
      ['a list', { json: [] }, '422 request.invalid'],
      [
        'a bad idempotency key',
        { json: { manifest: {} }, headers: { 'idempotency-key': 'a b' } },
        '400 idempotency.key_invalid',
      ],
    ])('is refused: %s', async (_, sent, expected) => {
      const before = neighbours.requestsOf(catalogue.submitRelease).length;
      const answered = await client('/developer/v1/releases', sent);
      expect(statusAndCode(answered)).toBe(expected);
      expect(answered.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(neighbours.requestsOf(catalogue.submitRelease).length).toBe(before);
    });

    it('is judged by its key before anything else', async () => {
      expect(statusAndCode(await anyone('/developer/v1/releases', { body: '{' }))).toBe(
        '401 auth.publisher_key_invalid',
      );
    });
  });

  it('tells foreign from absent by nothing but the request id', async () => {
    const [foreign, absent] = await Promise.all([
      client('/developer/v1/releases/ir.foreign/1.0.0'),
      client('/developer/v1/releases/ir.absent/1.0.0'),
    ]);
    expect(statusAndCode(foreign)).toBe('404 catalogue.release_not_found');
    expect(foreign.text.replace(String(foreign.json['request_id']), '')).toBe(
      absent.text.replace(String(absent.json['request_id']), ''),
    );
  });

  it('has nothing under a path that no id could have, and asks nobody', async () => {
    const before = neighbours.requestsOf(catalogue.getRelease).length;
    expect(statusAndCode(await client('/developer/v1/releases/ir.acme%00/1.0.0'))).toBe('404 route.not_found');
    expect(statusAndCode(await anyone('/developer/v1/releases/ir.acme/1%00'))).toBe('404 route.not_found');
    expect(neighbours.requestsOf(catalogue.getRelease).length).toBe(before);
  });

  describe('a release that is read again', () => {
    const release = { plugin_id: 'ir.acme.b', version: '1.0.0', status: 'submitted' };
    let end: () => Promise<void>;
    const path = '/developer/v1/releases/ir.acme.b/1.0.0';
    beforeAll(async () => {
      end = await other.services.respond(catalogue.getRelease, () => accepted(release as never));
    });
    afterAll(() => end());

    it('is 304 with its tag and nothing else for who has it already', async () => {
      const first = await again(path);
      const tag = String(first.headers['etag']);
      expect([first.status, first.json, tag]).toEqual([200, release, expect.stringMatching(/^"[0-9a-f]{32}"$/)]);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const repeated = await again(path, { headers: { 'if-none-match': known } });
        expect([repeated.status, repeated.text, repeated.headers['etag'], repeated.headers['content-type']]).toEqual([
          304,
          '',
          tag,
          undefined,
        ]);
      }
      expect((await again(path, { headers: { 'if-none-match': '"other"' } })).json).toEqual(release);
      expect(statusAndCode(await again(path, { headers: { 'if-none-match': 'bare' } }))).toBe('400 request.malformed');
    });

    it('is waited for at the catalogue, with what the client knows and time enough', async () => {
      await again(`${path}?wait=30`, { headers: { 'if-none-match': '"a", W/"b"' } });
      const { request, deadline } = other.services.received.at(-1)!;
      expect(request).toEqual({
        publisher_id: 'acme',
        plugin_id: 'ir.acme.b',
        version: '1.0.0',
        wait: { timeout_ms: 30_000, known_tags: ['a', 'b'] },
      });
      expect(deadline - Date.now()).toBeGreaterThan(31_000);
      for (const wait of ['31', '-1', 'long', '1.5'])
        expect(statusAndCode(await again(`${path}?wait=${wait}`))).toBe('422 request.invalid');
    });
  });

  it('hears conditions where they mean something, and nowhere else', async () => {
    expect(
      (await client('/developer/v1/me', { headers: { 'if-match': 'bare', 'if-none-match': 'bare' } })).status,
    ).toBe(200);
  });

  it('takes a body that says that it is not encoded, in whatever letters', async () => {
    expect(
      (await client('/developer/v1/releases', { json: { manifest: {} }, headers: { 'content-encoding': 'Identity' } }))
        .status,
    ).toBe(201);
  });

  it.each([
    ['PUT', '/me', 'GET, HEAD'],
    ['OPTIONS', '/me', 'GET, HEAD'],
    ['TRACE', '/me', 'GET, HEAD'],
    ['GET', '/releases', 'POST'],
    ['DELETE', '/releases/ir.acme.b/1.0.0', 'GET, HEAD'],
    ['PATCH', '/openapi.json', 'GET, HEAD'],
  ])('says of %s %s which methods there are', async (method, path, allow) => {
    for (const who of [anyone, client]) {
      const answered = await who(`/developer/v1${path}`, { method });
      expect([statusAndCode(answered), answered.headers['allow'], answered.json['params']]).toEqual([
        '405 request.method_not_allowed',
        allow,
        { allowed: allow.split(', ') },
      ]);
    }
    expect((await anyone('/developer/v1/releases', { method: 'HEAD' })).status).toBe(405);
    expect((await anyone(`/developer/v1${path}`, { method })).json['detail']).toBe(`This address takes ${allow}`);
  });

  it('answers unknown addresses and addresses that cannot be decoded with a problem', async () => {
    expect(statusAndCode(await client('/developer/v1/nothing'))).toBe('404 route.not_found');
    expect(statusAndCode(await client('/developer/v1/releases/%zz/1.0.0'))).toBe('400 request.malformed');
  });

  it('answers what is no HTTP, and headers without end, with a problem too', async () => {
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket.on('data', (chunk) => (answer += chunk.toString()));
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    expect(await raw('BREW /coffee HTCPCP/1.0\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*"code":"request.malformed"/,
    );
    expect(await raw(`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 [^]*"params":{"part":"headers"}/,
    );
  });

  it('waits ten seconds for a request to arrive, and no longer', async () => {
    const begun = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket.setTimeout(14_000, () => socket.destroy(new Error('kept waiting')));
        socket.on('data', (chunk) => (answer += chunk.toString()));
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    const slowBody = begun(
      `POST /developer/v1/checks HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    for (const answer of await Promise.all([slowBody, begun('GET /developer/v1/me HTTP/1.1\r\nhost: a\r\n')]))
      expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request.timeout"/);
  });

  it('echoes the ids of a request, and makes one where there is none', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const answered = await client('/developer/v1/me', { headers: { 'x-request-id': 'ci-42', traceparent } });
    expect(answered.headers).toMatchObject({ 'x-request-id': 'ci-42', traceparent });
    const refused = await anyone('/developer/v1/me', { headers: { 'x-request-id': 'bad id\t' } });
    expect(refused.json['request_id']).toMatch(/^req_[0-9a-z]{26}$/);
    expect(refused.headers['x-request-id']).toBe(refused.json['request_id']);
  });

  it('speaks Persian to who prefers it', async () => {
    const answered = await anyone('/developer/v1/me', { headers: { 'accept-language': 'fa-IR,fa;q=0.9,en;q=0.5' } });
    expect(answered.json['title']).toBe('کلید ناشر فرستاده نشده، نادرست است یا باطل شده است');
    expect(answered.headers['content-language']).toBe('fa');
  });

  it('says with every answer what is left, of submissions apart', async () => {
    const { headers } = await client('/developer/v1/me');
    expect([headers['ratelimit-policy'], headers['ratelimit']]).toEqual([
      '"publisher";q=600000;w=60;qb=600000',
      expect.stringMatching(/^"publisher";r=\d+;t=1$/),
    ]);
    const submitted = await client('/developer/v1/releases', { json: { manifest: {} } });
    expect([submitted.headers['ratelimit-policy'], submitted.headers['ratelimit']]).toEqual([
      '"publisher";q=600000;w=60;qb=600000, "submission";q=300000;w=3600;qb=300000',
      expect.stringMatching(/^"publisher";r=\d+;t=1, "submission";r=\d+;t=1$/),
    ]);
  });

  it('lets go of who waits when it stops, and is not kept from stopping', async () => {
    const stopping = await startGateway('hub');
    await stopping.services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
    await stopping.services.hang(catalogue.getRelease);
    const waiting = httpClient(stopping.port, { authorization: `Bearer ${secret}` })(
      '/developer/v1/releases/ir.acme.b/1.0.0?wait=30',
    );
    await eventually(() => stopping.services.requestsOf(catalogue.getRelease).length === 1);
    const began = performance.now();
    await stopping.stop();
    const answered = await waiting;
    expect([statusAndCode(answered), answered.headers['retry-after']]).toEqual(['503 service.unavailable', '2']);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('allows in production 600 requests of a key at once and refills by the second, then says how long to wait', async () => {
    const production = await startGateway('hub', { KUSHK_ENVIRONMENT: 'production' });
    try {
      await production.services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
      const hasty = httpClient(production.port, { authorization: `Bearer ${secret}` });
      const answers = await Promise.all(Array.from({ length: 680 }, () => hasty('/developer/v1/me')));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThanOrEqual(8);
      expect(new Set(refused.map(statusAndCode))).toEqual(new Set(['429 rate.limited']));
      expect(refused[0]!.headers).toMatchObject({
        'retry-after': '1',
        'ratelimit-policy': '"publisher";q=600;w=60;qb=600',
      });
    } finally {
      await production.stop();
    }
  });

  it('describes itself', async () => {
    const { status, json } = await anyone('/developer/v1/openapi.json');
    expect([status, json['openapi'], Object.keys(json['paths'] as object)]).toEqual([
      200,
      '3.1.0',
      [
        '/me',
        '/plugins',
        '/releases',
        '/checks',
        '/releases/{plugin_id}/{version}',
        '/releases/{plugin_id}/{version}/withdraw',
        '/usage',
      ].map((path) => `/developer/v1${path}`),
    ]);
  });

  describe('parts that are down', () => {
    it('are 503 with Retry-After, at once', async () => {
      const answered = await client('/developer/v1/checks', { json: { manifest: {} } });
      expect(statusAndCode(answered)).toBe('503 service.unavailable');
      expect(answered.headers['retry-after']).toBe('2');
      expect(answered.tookMs).toBeLessThan(2_000);
    });

    it('are 503 before the deadline of 10 s when they hang', async () => {
      const end = await neighbours.hang(catalogue.checkRelease);
      const answered = await client('/developer/v1/checks', { json: { manifest: {} } });
      await end();
      expect(statusAndCode(answered)).toBe('503 service.unavailable');
      expect(answered.tookMs).toBeLessThan(10_000);
    });

    it('that break are 500 without a word about it', async () => {
      const end = await neighbours.fail(catalogue.checkRelease, 'failure');
      const answered = await client('/developer/v1/checks', { json: { manifest: {} } });
      await end();
      expect(statusAndCode(answered)).toBe('500 service.failed');
      expect(answered.json['params']).toEqual({});
    });

    it('are 200 again when they are back', async () => {
      const end = await neighbours.respond(catalogue.checkRelease, () =>
        accepted({ verdict: 'valid', warnings: [], diff: null }),
      );
      expect((await client('/developer/v1/checks', { json: { manifest: {} } })).json).toEqual({
        verdict: 'valid',
        warnings: [],
        diff: null,
      });
      await end();
    });
  });

  describe('the list of plugins', () => {
    const summary = (plugin_id: string, version: string, status: string) =>
      ({ plugin_id, version, status }) as ReleaseSummary;
    let revisions: Record<string, string>;
    let releases: Record<string, ReleaseSummary[]>;
    let ends: (() => Promise<void>)[];

    beforeAll(async () => {
      ends = [
        await neighbours.respond(catalogue.listPlugins, () =>
          accepted({
            items: Object.entries(revisions).map(([id, revision]) => ({ ...listed, id, revision })),
            next_cursor: null,
          }),
        ),
        // Two on a page.
        await neighbours.respond(catalogue.listReleases, ({ plugin_ids, cursor }) => {
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
        releases: releases[id],
      })),
    });
    const readSince = (before: number) =>
      neighbours
        .requestsOf(catalogue.listReleases)
        .slice(before)
        .flatMap(({ plugin_ids }) => plugin_ids);

    it('holds all releases, however many pages they are', async () => {
      expect((await client('/developer/v1/plugins')).json).toEqual(whole());
    });

    it('reads a plugin again when it has changed, and no other', async () => {
      const before = neighbours.requestsOf(catalogue.listReleases).length;
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

    it('is 304 for who has it already', async () => {
      const { headers } = await client('/developer/v1/plugins');
      const again = await client('/developer/v1/plugins', { headers: { 'if-none-match': String(headers['etag']) } });
      expect([again.status, again.text]).toEqual([304, '']);
    });
  });

  describe('usage', () => {
    const item = {
      plugin_id: 'ir.acme.a',
      sequence: 1,
      mu_gifted: '50',
      mu_purchased: '0',
      proposals_applied: 2,
      proposals_rejected: 1,
      services: [{ service: 'ocr.page', count: 3, mu: '0.75' }],
    };

    beforeAll(async () => {
      await neighbours.respond(catalogue.listPlugins, () => accepted({ items: [listed], next_cursor: null }));
      await neighbours.respond(catalogue.listInstances, () =>
        accepted({
          items: [
            { id: 'i1', name: 'one', plugin_api: '1.0', public_key: null, registered_at: '2026-01-01T00:00:00Z' },
          ],
        }),
      );
    });

    /** The catalogue as far as the gateway can tell: it knows the last report of each instance. */
    beforeAll(async () => {
      const known = new Map<string, StoredUsage>();
      await neighbours.respond(catalogueUsage.recordUsage, ({ month, reports }) => {
        for (const { instance_id, items, closed } of reports)
          known.set(`${month}/${instance_id}`, { instance_id, registered: true, accepted: true, closed, items });
        const stored = known.get(`${month}/i1`) ?? {
          instance_id: 'i1',
          registered: true,
          accepted: false,
          closed: false,
          items: [],
        };
        return accepted({ stored: [{ ...stored, accepted: reports.length > 0 }] });
      });
    });

    it.each([
      ['2026-13', '422 usage.month_invalid'],
      ['2026-1', '422 usage.month_invalid'],
      ['1999-12', '422 usage.month_invalid'],
      ['1405-08', '422 usage.month_invalid'],
      ['2999-01', '422 usage.month_in_future'],
      ['9999-12', '422 usage.month_in_future'],
    ])('of the month %s is refused', async (month, expected) => {
      expect(statusAndCode(await client(`/developer/v1/usage?month=${month}`))).toBe(expected);
    });

    it('hints at the Gregorian month when a Jalali one was meant', async () => {
      const { json } = await client('/developer/v1/usage?month=1405-08');
      expect(json['params']).toEqual({
        month: '1405-08',
        hint: '1405-08 looks like a Jalali month. Months are Gregorian: it begins in 2026-10',
      });
    });

    it('refuses a parameter that it does not know', async () => {
      expect(statusAndCode(await client('/developer/v1/usage?monht=2026-01'))).toBe('422 request.invalid');
    });

    it('is cut in Tehran time and exact, by alias', async () => {
      const end = await neighbours.respond(instanceGateway.monthlyUsage, () =>
        accepted({
          as_of: new Date().toISOString(),
          closed: true,
          items: [
            { ...item, alias: `inst_${'b'.repeat(20)}`, mu_consumed: '0.1' },
            { ...item, alias: `inst_${'a'.repeat(20)}`, mu_consumed: '0.200001' },
          ],
        }),
      );
      const { status, json } = await client('/developer/v1/usage?month=2022-03');
      await end();
      expect(status).toBe(200);
      expect(json).toMatchObject({
        month: '2022-03',
        timezone: 'Asia/Tehran',
        starts_at: '2022-02-28T20:30:00.000Z',
        ends_at: '2022-03-31T19:30:00.000Z',
        partial: false,
        final: true,
        plugins: [
          {
            plugin_id: 'ir.acme.a',
            totals: { mu_consumed: '0.300001', mu_gifted: '100', proposals_applied: 4 },
            installations: [{ alias: `inst_${'a'.repeat(20)}` }, { alias: `inst_${'b'.repeat(20)}` }],
          },
        ],
      });
      expect(JSON.stringify(json)).not.toContain('i1');
    });

    it('counts the last report of an instance that is silent, and says that it is partial', async () => {
      const end = await neighbours.respond(instanceGateway.monthlyUsage, () =>
        accepted({
          as_of: new Date().toISOString(),
          closed: true,
          items: [{ ...item, alias: `inst_${'a'.repeat(20)}`, mu_consumed: '7' }],
        }),
      );
      expect((await client('/developer/v1/usage')).json).toMatchObject({ partial: false, final: false });
      await end();
      const hangs = await neighbours.hang(instanceGateway.monthlyUsage);
      const answered = await client('/developer/v1/usage');
      await hangs();
      expect(answered.json).toMatchObject({ partial: true, plugins: [{ totals: { mu_consumed: '7' } }] });
      expect(answered.tookMs).toBeLessThan(4_000);
    });

    it('needs nobody for a month that every instance has closed', async () => {
      const { json, tookMs } = await client('/developer/v1/usage?month=2022-03');
      expect(json).toMatchObject({ partial: false, final: true, plugins: [{ totals: { mu_consumed: '0.300001' } }] });
      expect(tookMs).toBeLessThan(1_000);
    });
  });
});
