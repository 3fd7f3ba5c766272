/** Malformed and hostile HTTP requests: each gets a specific error, and none causes a 500. */
import { request as plainRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingPlugin } from '@kushk/testing';
import request from 'supertest';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, member, newPublisher, operator, publisherApi, unique, type Publisher } from '../parties/parties.js';
import { system } from '../system/the-system.js';

interface Raw {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Sends exactly this path and these header lines. supertest would normalise both. */
function raw(
  origin: string,
  path: string,
  { headers, method = 'GET' }: { readonly headers: readonly string[]; readonly method?: string },
): Promise<Raw> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = plainRequest(
      { host: '127.0.0.1', port, path, method, headers: ['host', `127.0.0.1:${port}`, ...headers] as never },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            body: text === '' ? null : JSON.parse(text),
            headers: response.headers,
          });
        });
      },
    );
    sent.once('error', reject);
    sent.end();
  });
}

describe('bad input', () => {
  let publisher: Publisher;
  let plugin: RecordingPlugin;
  let here: Installed;

  beforeAll(async () => {
    [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('hostile')]);
    here = await installed(
      publisher,
      plugin,
      manifestOf({ id: `ir.${unique('hostile')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    );
    granted(await admin.post(`/installations/${here.id}/wallet/gifts`, { mu: '5' }));
  });
  afterAll(() => plugin.stop());

  describe('a body', () => {
    const send = (text: string | Buffer, type = 'application/json') =>
      request(system.hub)
        .post('/developer/v1/releases')
        .set({ authorization: `Bearer ${publisher.key}`, 'content-type': type })
        .serialize((body) => body as string)
        .send(text as string);
    const nested = (depth: number) => `{"manifest":${'['.repeat(depth)}${']'.repeat(depth)}}`;

    it.each<[string, string | Buffer]>([
      ['that ends too early', '{"manifest":'],
      ['with a comment', '{"manifest": {} /* soon */}'],
      ['with one key twice', '{"notes":"a","notes":"b"}'],
      ['with the key __proto__', '{"manifest":{"__proto__":{"admin":true}}}'],
      ['that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['with a NUL character', '{"notes":"\\u0000"}'],
      ['with half a character', '{"notes":"\\ud800"}'],
      ['deeper than 64 levels', nested(64)],
      ['with a number that does not fit', '{"notes":1e999}'],
    ])('%s gives 400 request.malformed', async (_, text) => {
      const answered = await send(text);
      expect(verdict(answered)).toBe('400 request.malformed');
      expect(answered.body.params.reason).toEqual(expect.any(String));
    });

    it.each(['[]', '7', '"text"', 'null'])('that is %s instead of an object is rejected', async (text) => {
      expect(verdict(await send(text))).toBe('422 request.invalid');
    });

    it('may be nested 64 levels deep', async () => {
      expect(verdict(await send(nested(63)))).toBe('422 catalogue.manifest_invalid');
    });

    it('may be at most 1 MiB long', async () => {
      expect(verdict(await send(JSON.stringify({ notes: 'x'.repeat(1024 * 1024) })))).toBe('413 request.too_large');
      expect(verdict(await send(JSON.stringify({ notes: 'x'.repeat(1024 * 1024 - 100) })))).toBe('422 request.invalid');
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'application/json; charset=utf-16',
      'multipart/form-data; boundary=x',
    ])('of type %s is rejected with 415', async (type) => {
      expect(verdict(await send('{}', type))).toBe('415 request.unsupported_media_type');
    });

    it('with unknown fields is rejected with the paths of all of them', async () => {
      const refused = await admin.post('/cases', { title: 'x', colour: 'red', prio: 1 });
      expect(verdict(refused)).toBe('422 request.invalid');
      expect(refused.body.params.problems.map(({ code, path }: Body) => [code, path])).toEqual([
        ['unknown_field', '/colour'],
        ['unknown_field', '/prio'],
      ]);
      expect(verdict(await publisher.api.post('/releases', { manifest: here.manifest, publisher: 'acme' }))).toBe(
        '422 request.invalid',
      );
    });

    it('with wrong types is rejected with the paths of all of them', async () => {
      const refused = await admin.post('/installations', { plugin_id: 7, settings: [], consent: { scopes: 'all' } });
      expect(verdict(refused)).toBe('422 request.invalid');
      expect(refused.body.params.problems.map(({ path }: Body) => path).sort()).toEqual([
        '/consent/scopes',
        '/plugin_id',
        '/settings',
      ]);
      for (const problem of refused.body.params.problems)
        expect(problem).toMatchObject({ message: expect.any(String), message_fa: expect.any(String) });
    });
  });

  describe('authentication', () => {
    const wrongSum = (secret: string) => secret.slice(0, -1) + (secret.endsWith('a') ? 'b' : 'a');
    const as = async (origin: string, path: string, authorization?: string) => {
      const answered = await request(origin)
        .get(path)
        .set(authorization === undefined ? {} : { authorization });
      if (answered.status === 401) expect(answered.headers['www-authenticate']).toBe('Bearer');
      return verdict(answered);
    };
    const onHub = (authorization?: string) => as(system.hub, '/developer/v1/me', authorization);
    const onPlugin = (authorization?: string) =>
      as(system.instance, `/i/${here.id}/plugin/v1/installation`, authorization);
    const onOperator = (authorization?: string) => as(system.hub, '/operator/v1/publishers', authorization);
    const onPeople = (authorization?: string) => as(system.instance, '/instance/v1/me', authorization);

    it('with a publisher key gives access to the publisher API only', async () => {
      expect(await onHub(`Bearer ${publisher.key}`)).toBe('200');
      expect(await onHub(`bearer ${publisher.key}`)).toBe('200');
      expect([
        await onOperator(`Bearer ${publisher.key}`),
        await onPeople(`Bearer ${publisher.key}`),
        await onPlugin(`Bearer ${publisher.key}`),
      ]).toEqual(Array(3).fill('401 auth.token_invalid'));
    });

    it('with a plugin token gives access to its own installation only', async () => {
      const token = `Bearer ${here.credentials.token}`;
      expect(await onPlugin(token)).toBe('200');
      expect([await onHub(token), await onOperator(token), await onPeople(token)]).toEqual([
        '401 auth.publisher_key_invalid',
        '401 auth.token_invalid',
        '401 auth.token_invalid',
      ]);
    });

    it('with the token of an instance admin gives no access to the publisher, operator and plugin APIs', async () => {
      const token = `Bearer ${system.tokens.admin}`;
      expect([await onHub(token), await onOperator(token), await onPlugin(token)]).toEqual([
        '401 auth.publisher_key_invalid',
        '401 auth.token_invalid',
        '401 auth.token_invalid',
      ]);
    });

    it.each<[string, () => string | undefined]>([
      ['none at all', () => undefined],
      ['an empty one', () => 'Bearer '],
      ['the right key in another scheme', () => `Basic ${Buffer.from(`${publisher.key}:`).toString('base64')}`],
      ['a wrong prefix', () => `Bearer ki_${publisher.key.slice(3)}`],
      ['a wrong checksum', () => `Bearer ${wrongSum(publisher.key)}`],
      ['one that was never issued', () => 'Bearer kp_000000000000000000000000000000000000'],
      ['two in one header', () => `Bearer ${publisher.key}, Bearer ${publisher.key}`],
      ['one of 16 kB less a bit', () => `Bearer kp_${'a'.repeat(12_000)}`],
    ])('fails on the publisher API with this credential: %s', async (_, authorization) => {
      expect(await onHub(authorization())).toBe('401 auth.publisher_key_invalid');
    });

    it('fails when the credential is sent in two headers, even if it is valid', async () => {
      const twice = ['authorization', `Bearer ${publisher.key}`, 'authorization', `Bearer ${publisher.key}`];
      const { status, body } = await raw(system.hub, '/developer/v1/me', { headers: twice });
      expect([status, body.code]).toEqual([401, 'auth.publisher_key_invalid']);
    });

    it('fails when the query string contains a credential, even together with a valid header', async () => {
      for (const query of [`access_token=${publisher.key}`, `key=${publisher.key}`, `x=${publisher.key}`]) {
        expect(await as(system.hub, `/developer/v1/me?${query}`)).toBe('401 auth.publisher_key_invalid');
        expect(await as(system.hub, `/developer/v1/me?${query}`, `Bearer ${publisher.key}`)).toBe(
          '401 auth.publisher_key_invalid',
        );
      }
    });

    it('fails from the first request after the publisher key is revoked', async () => {
      const { key, secret } = granted(await operator.post(`/publishers/${publisher.id}/keys`, { label: 'x' }));
      expect(await onHub(`Bearer ${secret}`)).toBe('200');
      expect(verdict(await operator.delete(`/publishers/${publisher.id}/keys/${key.id}`))).toBe('204');
      expect(await onHub(`Bearer ${secret}`)).toBe('401 auth.publisher_key_invalid');
    });

    it('fails with an access token that is altered, unsigned or signed with another algorithm', async () => {
      const [head, payload, signature] = system.tokens.admin.split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>;
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      for (const token of [
        `${head}.${encoded({ ...claims, sub: 'dev|operator' })}.${signature}`,
        `${encoded({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
        `${encoded({ alg: 'HS256', typ: 'at+jwt' })}.${payload}.${signature}`,
        `${head}.${payload}.${signature.slice(0, -4)}AAAA`,
      ])
        expect(await onPeople(`Bearer ${token}`)).toBe('401 auth.token_invalid');
    });

    it('fails with a malformed handle', async () => {
      for (const handle of ['kh_', 'kh_a.b.c.d.e', `kh_${'A'.repeat(600)}`])
        expect(await onPlugin(`Bearer ${handle}`)).toBe('401 auth.handle_invalid');
      expect(verdict(await here.api.get('/people').set('service-handle', 'kh_a.b.c.d.e'))).toBe(
        '401 auth.handle_invalid',
      );
    });
  });

  describe('an id', () => {
    it('of another tenant gets the same response as an id that does not exist', async () => {
      const otherPublisher = await newPublisher('stranger');
      const pairs = [
        [
          otherPublisher.api.get(`/releases/${here.manifest.id}/1.0.0`),
          otherPublisher.api.get('/releases/ir.no.such/1.0.0'),
        ],
        [member.get(`/cases/cas_01m7wd5tbaez5v50h819kbvhwz`), member.get('/cases/nothing')],
        [here.api.get('/wallet/holds/hld_01m7wd5tbaez5v50h819kbvhwz'), here.api.get('/wallet/holds/nothing')],
      ] as const;
      for (const [foreign, absent] of pairs) {
        const [one, other] = [await foreign.set('x-request-id', 'same'), await absent.set('x-request-id', 'same')];
        expect([one.status, one.text]).toEqual([404, other.text]);
      }
    });

    it.each([
      '/../../health/live',
      '/%2e%2e/%2e%2e/health/live',
      '/..%2f..%2fhealth%2flive',
      '/releases/ir.acme.x/%00',
      '/releases/%00/1.0.0',
      '/releases/ir.acme.x%2f1.0.0',
      '/releases/%E0%A4%A/1.0.0',
      '//me',
      '/me/',
      '/ME',
    ])('cannot lead to another route: the path %s gives 400 or 404', async (path) => {
      const { status, body } = await raw(system.hub, `/developer/v1${path}`, {
        headers: ['authorization', `Bearer ${publisher.key}`],
      });
      expect([400, 404]).toContain(status);
      expect(body).toMatchObject({
        status,
        code: expect.stringMatching(/^(request\.malformed|[a-z._]*not_found)$/),
        request_id: expect.any(String),
      });
    });

    it('of a record may contain percent-encoded slashes and dots', async () => {
      const authorization = ['authorization', `Bearer ${here.credentials.token}`];
      for (const name of ['..%2F..%2Fwallet', '%2e%2e', '%2E', 'a%2Fb']) {
        const { status, body } = await raw(system.instance, `/i/${here.id}/plugin/v1/records/invoice/${name}`, {
          headers: authorization,
        });
        expect([status, body.code]).toEqual([404, 'record.not_found']);
      }
      const nul = await raw(system.instance, `/i/${here.id}/plugin/v1/records/invoice/a%00b`, {
        headers: authorization,
      });
      expect([nul.status, nul.body.code]).toEqual([404, 'route.not_found']);
    });
  });

  describe('a request', () => {
    it.each([
      ['/reviews?limit=0', '422 request.invalid'],
      ['/reviews?limit=201', '422 request.invalid'],
      ['/reviews?limit=ten', '422 request.invalid'],
      ['/reviews?colour=red', '422 request.invalid'],
      ['/reviews?limit=1&limit=2', '422 request.invalid'],
    ])('to the operator API path %s is rejected', async (path, expected) => {
      expect(verdict(await operator.get(path))).toBe(expected);
    });

    it.each(['nonsense!', '%00', 'AA', 'a', '====', "' or 1=1 --"])(
      'with the cursor %s is rejected by every list endpoint',
      async (cursor) => {
        const responses = [
          operator.get(`/reviews?cursor=${cursor}`),
          admin.get(`/cases?cursor=${cursor}`),
          admin.get(`/people?cursor=${cursor}`),
          admin.get(`/proposals?cursor=${cursor}`),
          admin.get(`/installations?cursor=${cursor}`),
          here.api.get(`/records/invoice?cursor=${cursor}`),
          here.api.get(`/proposals?cursor=${cursor}`),
          admin.get(`/installations/${here.id}/deliveries?cursor=${cursor}`),
        ];
        for (const one of responses) expect(verdict(await one)).toMatch(/^422 (cursor|request)\.invalid$/);
      },
    );

    it('with the cursor of another list is rejected', async () => {
      for (const number of ['1', '2']) granted(await here.api.put(`/records/invoice/${number}`, { data: { number } }));
      const { next_cursor } = granted(await here.api.get('/records/invoice?limit=1'));
      expect(
        verdict(await admin.get(`/installations/${here.id}/deliveries?cursor=${encodeURIComponent(next_cursor)}`)),
      ).toBe('422 cursor.invalid');
      expect(verdict(await here.api.get(`/events?after=${encodeURIComponent(next_cursor)}`))).toBe(
        '422 events.cursor_invalid',
      );
    });

    it('with an unsupported method gets 405 with an Allow header', async () => {
      const wrong = await request(system.hub).put('/developer/v1/me').set('authorization', `Bearer ${publisher.key}`);
      expect([verdict(wrong), wrong.headers['allow']]).toEqual(['405 request.method_not_allowed', 'GET, HEAD']);
      expect(verdict(await request(system.hub).get('/developer/v2/me'))).toMatch(/^404 /);
    });
  });

  it('in an Idempotency-Key is rejected, and so is a key that was already used with different input', async () => {
    const consume = (body: object) => here.api.post('/wallet/consume', body).set('idempotency-key', 'one-key');
    const first = granted(await consume({ service: 'ocr.page', count: 1 }));
    expect(granted(await consume({ count: 1, service: 'ocr.page' }))).toEqual(first);
    expect(verdict(await consume({ service: 'ocr.page', count: 2 }))).toBe('409 idempotency.conflict');
    for (const key of ['', 'a b', 'ü', 'x'.repeat(129)]) {
      const answered = await raw(system.instance, `/i/${here.id}/plugin/v1/wallet/consume`, {
        method: 'POST',
        headers: [
          'authorization',
          `Bearer ${here.credentials.token}`,
          'content-length',
          '0',
          'idempotency-key',
          Buffer.from(key).toString('latin1'),
        ],
      });
      expect([answered.status, answered.body.code]).toEqual([
        400,
        key === '' ? expect.stringMatching(/^idempotency\.key_/) : 'idempotency.key_invalid',
      ]);
    }
    expect(granted(await here.api.get('/wallet')).totals.consumed).toBe('0.25');
  });

  it('never causes an error response with internal details', async () => {
    const answered = [
      await publisherApi('kp_x').get('/me'),
      await publisher.api.post('/releases', { manifest: { id: "'; drop table release; --" } }),
      await operator.post('/publishers', { id: 7 }),
    ];
    for (const { text } of answered)
      expect(text).not.toMatch(/node_modules|\.js:\d+|select |insert |postgres|nats|127\.0\.0\.1:\d+\/(?!errors)/i);
  });
});
