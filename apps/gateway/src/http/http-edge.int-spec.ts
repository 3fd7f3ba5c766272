import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, KEY_SCOPES, type PublisherResource } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { eventually, httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted } from '../../test/outcomes.js';
import { IN_PRODUCTION, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';
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
const secret = newCredential('kp');

/** Writes bytes to a new connection and returns everything that the gateway sends until it closes the connection. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = '';
    socket.setTimeout(30_000, () => socket.destroy(new Error('no response')));
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('the HTTP server of the gateway', () => {
  let gateway: GatewayUnderTest;
  let services: StubServices;
  let anyone: HttpClient;
  let client: HttpClient;

  beforeAll(async () => {
    gateway = await startGateway('hub');
    services = gateway.services;
    anyone = httpClient(gateway.port);
    client = httpClient(gateway.port, { authorization: `Bearer ${secret}` });
    await services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
    await services.respond(catalogue.submitRelease, () =>
      accepted({ plugin_id: 'ir.acme.a', version: '1.0.0' } as never),
    );
  });
  afterAll(() => gateway.stop());

  it('returns 404 for a path with a NUL character without sending a request to a service', async () => {
    const before = services.requestsOf(catalogue.getRelease).length;
    expect(statusAndCode(await client('/developer/v1/releases/ir.acme%00/1.0.0'))).toBe('404 route.not_found');
    expect(statusAndCode(await anyone('/developer/v1/releases/ir.acme/1%00'))).toBe('404 route.not_found');
    expect(services.requestsOf(catalogue.getRelease).length).toBe(before);
  });

  it.each(['Host: hub.test\r\nHost: other.test', 'Host: hub.test\r\nhOST: hub.test'])(
    'refuses the request with %j, which a proxy could read otherwise',
    async (hosts) => {
      const received = await sendRaw(gateway.port, `GET /health/live HTTP/1.1\r\n${hosts}\r\n\r\n`);
      expect(received).toMatch(/^HTTP\/1\.1 400 [^]*"code":"request\.malformed"[^]*one Host/);
    },
  );

  it.each([
    '/developer/v1/releases/%zz/1',
    '/%c0%ae%c0%ae/x',
    `/developer/v1/releases/${'x'.repeat(3_000)}/1`,
    '//x',
    '/assets/../x',
    '/docs/%00',
    '/docs/../x',
    '/errors/%00',
    '/sdk/../x',
  ])('answers the address %j with a problem of the client', async (path) => {
    const received = await sendRaw(gateway.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 4\d\d [^]*application\/problem\+json/);
  });

  it('ignores conditional headers, including malformed ones, on routes that do not support them', async () => {
    expect(
      (await client('/developer/v1/me', { headers: { 'if-match': 'bare', 'if-none-match': 'bare' } })).status,
    ).toBe(200);
  });

  it.each(['Application/JSON', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'])(
    'reads a body of the media type %s',
    async (type) => {
      const sent = { method: 'POST', body: '{"manifest":{}}', headers: { 'content-type': type } };
      expect((await client('/developer/v1/releases', sent)).status).toBe(201);
    },
  );

  it.each(['Content-Length: 2\r\nContent-Length: 3', 'Content-Length: 2\r\nTransfer-Encoding: chunked'])(
    'refuses a request with two lengths: %j',
    async (lengths) => {
      const head = `POST /developer/v1/releases HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n`;
      expect(await sendRaw(gateway.port, `${head}{}`)).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it('accepts Content-Encoding: identity in any letter case', async () => {
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
  ])('responds to %s %s with 405 and the allowed methods', async (method, path, allow) => {
    for (const send of [anyone, client]) {
      const response = await send(`/developer/v1${path}`, { method });
      expect([statusAndCode(response), response.headers['allow'], response.json['params']]).toEqual([
        '405 request.method_not_allowed',
        allow,
        { allowed: allow.split(', ') },
      ]);
    }
    expect((await anyone('/developer/v1/releases', { method: 'HEAD' })).status).toBe(405);
    expect((await anyone(`/developer/v1${path}`, { method })).json['detail']).toBe(`This address accepts ${allow}`);
  });

  it('returns a problem document for unknown paths and for paths that cannot be decoded', async () => {
    expect(statusAndCode(await client('/developer/v1/nothing'))).toBe('404 route.not_found');
    expect(statusAndCode(await client('/developer/v1/releases/%zz/1.0.0'))).toBe('400 request.malformed');
  });

  it('returns a problem document for malformed HTTP and for headers that are too large', async () => {
    expect(await sendRaw(gateway.port, 'BREW /coffee HTCPCP/1.0\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n[^]*"code":"request.malformed"/,
    );
    expect(await sendRaw(gateway.port, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 413 [^]*"params":{"part":"headers"}/,
    );
  });

  it('returns 408 when a request has not arrived completely within ten seconds', async () => {
    const slowBody = sendRaw(
      gateway.port,
      `POST /developer/v1/checks HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    for (const response of await Promise.all([
      slowBody,
      sendRaw(gateway.port, 'GET /developer/v1/me HTTP/1.1\r\nhost: a\r\n'),
    ]))
      expect(response).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request.timeout"/);
  });

  it('returns the request id and trace id of the client, and creates a missing request id', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const response = await client('/developer/v1/me', { headers: { 'x-request-id': 'ci-42', traceparent } });
    expect(response.headers).toMatchObject({ 'x-request-id': 'ci-42', traceparent });
    const refused = await anyone('/developer/v1/me', { headers: { 'x-request-id': 'bad id\t' } });
    expect(refused.json['request_id']).toMatch(/^req_[0-9a-z]{26}$/);
    expect(refused.headers['x-request-id']).toBe(refused.json['request_id']);
  });

  it('returns problem documents in Persian when Accept-Language prefers it', async () => {
    const response = await anyone('/developer/v1/me', { headers: { 'accept-language': 'fa-IR,fa;q=0.9,en;q=0.5' } });
    expect(response.json['title']).toBe('کلید ناشر ارسال نشده، نادرست است یا لغو شده است');
    expect(response.headers['content-language']).toBe('fa');
  });

  it('returns the remaining quota with every response; submissions have an additional quota', async () => {
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

  it('ends long polls with 503 when the gateway stops, without waiting for them', async () => {
    const stopping = await startGateway('hub');
    await stopping.services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
    await stopping.services.hang(catalogue.getRelease);
    const waiting = httpClient(stopping.port, { authorization: `Bearer ${secret}` })(
      '/developer/v1/releases/ir.acme.b/1.0.0?wait=30',
    );
    await eventually(() => stopping.services.requestsOf(catalogue.getRelease).length === 1);
    const began = performance.now();
    await stopping.stop();
    const response = await waiting;
    expect([statusAndCode(response), response.headers['retry-after']]).toEqual(['503 service.unavailable', '2']);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it('rejects requests of one key beyond a burst of 600 in production and returns Retry-After', async () => {
    const production = await startGateway('hub', IN_PRODUCTION);
    try {
      await production.services.respond(catalogue.authenticateKey, () => accepted({ publisher, key }));
      const burst = httpClient(production.port, { authorization: `Bearer ${secret}` });
      const sendMany = () => Promise.all(Array.from({ length: 100 }, () => burst('/developer/v1/me')));
      for (let sent = 0; sent < 600; sent += 100)
        expect(new Set((await sendMany()).map(({ status }) => status))).toEqual(new Set([200]));
      // Ten requests a second are added to the burst, so a slow machine needs more of them to exceed it.
      const refused = await eventually(async () => {
        const found = (await sendMany()).filter(({ status }) => status !== 200);
        return found.length > 0 && found;
      });
      expect(new Set(refused.map(statusAndCode))).toEqual(new Set(['429 rate.limited']));
      expect(refused[0]!.headers).toMatchObject({
        'retry-after': '1',
        'ratelimit-policy': '"publisher";q=600;w=60;qb=600',
      });
    } finally {
      await production.stop();
    }
  });

  describe('when a service fails, the gateway', () => {
    it('returns 503 at the deadline if the service hangs, and before it with Retry-After if the service is down', async () => {
      const end = await services.hang(catalogue.getRelease);
      const hanging = client('/developer/v1/releases/ir.acme.b/1.0.0');
      await eventually(() => services.received.at(-1)?.subject === catalogue.getRelease.subject);
      expect(services.received.at(-1)!.remainingMs).toBeLessThanOrEqual(9_500);
      const down = client('/developer/v1/checks', { json: { manifest: {} } });
      expect(await Promise.race([down.then(() => 'down'), hanging.then(() => 'hanging')])).toBe('down');
      expect([statusAndCode(await down), (await down).headers['retry-after']]).toEqual([
        '503 service.unavailable',
        '2',
      ]);
      expect(statusAndCode(await hanging)).toBe('503 service.unavailable');
      await end();
    });

    it('returns 500 without details if the service returns an internal error', async () => {
      const end = await services.fail(catalogue.checkRelease, 'failure');
      const response = await client('/developer/v1/checks', { json: { manifest: {} } });
      await end();
      expect(statusAndCode(response)).toBe('500 service.failed');
      expect(response.json['params']).toEqual({});
    });

    it('returns 200 again when the service has recovered', async () => {
      const end = await services.respond(catalogue.checkRelease, () =>
        accepted({ verdict: 'valid', warnings: [], checks: [], diff: null, consequences: [] }),
      );
      expect((await client('/developer/v1/checks', { json: { manifest: {} } })).json).toEqual({
        verdict: 'valid',
        warnings: [],
        checks: [],
        diff: null,
        consequences: [],
      });
      await end();
    });
  });
});
