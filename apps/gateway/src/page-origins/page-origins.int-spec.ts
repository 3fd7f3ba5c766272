/** Pages of a container plugin through the gateway, with a server of its own in place of the container. */
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerConnection, ControlChannel } from '@kushk/broker';
import { containers, controlMessages, installation, LEASE_MS, type PageHost } from '@kushk/contracts';
import { eventually, httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { Agent, WebSocket } from 'undici';
import { ContainerServer } from '../../test/container-server.js';
import { accepted } from '../../test/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const MIB = 1024 * 1024;
const LABEL = '0123456789abcdefghjkmnpqrs';
const HOST = `${LABEL}.plugins.test`;
const OTHER = '1123456789abcdefghjkmnpqrs';
const LIMITS = {
  requestBytes: MIB,
  responseBytes: 32 * MIB,
  bytesPerSecond: 1_024 * MIB,
  answerWithinMs: 4_000,
  connectWithinMs: 20_000,
  openOfInstallation: 4,
};

let gateway: GatewayUnderTest;
let container: ContainerServer;
let control: BrokerConnection;
let revocations: ControlChannel;
let page: HttpClient;
let status: PageHost['status'];
let address: string | null;
const opened: ClientRequest[] = [];
const agents: Agent[] = [];

beforeAll(async () => {
  const instance = { KUSHK_PLUGIN_DOMAIN: 'plugins.test' };
  gateway = await startGateway('instance', instance, { pages: LIMITS });
  container = await ContainerServer.start();
  control = await BrokerConnection.connect(gateway.natsUrl, 'control');
  revocations = new ControlChannel(control, { scope: 'i1' });
  page = httpClient(gateway.port, { host: HOST });
  const host = () => ({ organisation_id: 'org_1', installation_id: 'ins_1', status });
  await gateway.services.respond(installation.findPageHost, ({ label }) =>
    accepted(label === LABEL ? { host: host(), lease_ms: LEASE_MS } : { host: null }),
  );
  await gateway.services.respond(containers.findAddress, () => accepted({ address }));
});
afterAll(async () => {
  for (const request of opened) request.destroy();
  await Promise.all(agents.map((agent) => agent.destroy()));
  await control?.close();
  await gateway?.stop();
  await container?.stop();
});
beforeEach(async () => {
  address = container.address;
  container.largeBytes = 0;
  await changeTo('installed');
});

/** Changes the installation as the service does: it revokes leases after the change, and waits until they are. */
async function changeTo(next: PageHost['status']): Promise<void> {
  status = next;
  const acknowledged = await revocations.publishAcknowledged(
    controlMessages.tokensRevoked,
    { installation_ids: ['ins_1'] },
    { receivers: [], timeoutMs: 30_000 },
  );
  expect(acknowledged.size).toBe(1);
}

/** Sends a request and resolves with its response, whose body is not read. */
function open(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: gateway.port, path, headers: { host: HOST } }, resolve);
    request.once('error', reject);
    opened.push(request);
    request.end();
  });
}

/** Sends a body without announcing its length. */
function upload(body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = { host: '127.0.0.1', port: gateway.port, method: 'POST', headers: { host: HOST } };
    const request = httpRequest(sent, resolve);
    request.once('error', reject);
    request.write(body.subarray(0, 1));
    request.end(body.subarray(1));
  });
}

function socketTo(path: string, label = LABEL): WebSocket {
  const lookup = (_name: string, _options: unknown, done: (error: null, found: object[]) => void): void =>
    done(null, [{ address: '127.0.0.1', family: 4 }]);
  const dispatcher = new Agent({ connect: { lookup: lookup as never } });
  agents.push(dispatcher);
  return new WebSocket(`ws://${label}.plugins.test:${gateway.port}${path}`, { dispatcher });
}

function raw(request: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(request));
  return text(socket);
}

describe('a page of a container plugin', () => {
  it('gets the request as it is, and what the service says about it', async () => {
    const body = 'x'.repeat(1_000);
    const headers = { 'x-forwarded-for': '1.2.3.4', cookie: '__Host-kushk-i1=secret; own=1', 'service-signature': 'x' };
    const response = await page('/api/items%2F1?q=a%20b', { method: 'PUT', body, headers });
    expect(response.json).toEqual({ method: 'PUT', url: '/api/items%2F1?q=a%20b', bytes: 1_000 });
    const received = container.received.at(-1)!.headers;
    expect(received).toMatchObject({
      host: HOST,
      cookie: 'own=1',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': HOST,
      'x-forwarded-proto': 'http',
      'service-origin': 'http://instance.test',
    });
    expect(JSON.stringify(received)).not.toMatch(/secret|signature|1\.2\.3\.4/);
  });

  it('is embedded by the service alone, with cookies for its own host', async () => {
    const { headers, text: html } = await page('/cookies');
    expect(html).toBe('<h1>page</h1>');
    expect(headers['set-cookie']).toEqual([
      'own=1; HttpOnly; Secure; SameSite=None; Partitioned',
      'other=2; Secure; SameSite=None; Partitioned',
    ]);
    expect(headers['content-security-policy']).toBe("default-src 'self', frame-ancestors http://instance.test");
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  it('streams server-sent events at once, until the installation is paused', async () => {
    const response = await open('/events');
    const first = await new Promise((resolve) => response.once('data', (chunk: Buffer) => resolve(chunk.toString())));
    expect(first).toBe('data: 1\n\n');
    expect(response.headers['x-accel-buffering']).toBe('no');
    const ended = new Promise((resolve) => response.once('close', resolve));
    response.on('error', () => undefined);
    // A change that leaves the installation running ends nothing.
    await changeTo('installed');
    expect((await page('/')).status).toBe(200);
    expect(response.destroyed).toBe(false);
    await changeTo('paused');
    await ended;
    expect(statusAndCode(await page('/'))).toBe('403 installation.paused');
  });

  it('connects by WebSocket, until the installation is removed', async () => {
    const socket = socketTo('/ws');
    const message = new Promise((resolve) =>
      socket.addEventListener('message', ({ data }) => {
        resolve(data);
      }),
    );
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    socket.addEventListener('open', () => {
      socket.send('سلام');
    });
    expect(await message).toBe('سلام');
    expect(container.received.at(-1)?.headers).toMatchObject({ host: `${HOST}`, upgrade: 'websocket' });
    await changeTo('removed');
    await closed;
    expect(statusAndCode(await page('/'))).toBe('404 route.not_found');
  });

  it('passes the response of a container that refuses a WebSocket on, and refuses those of unknown hosts', async () => {
    const handshake = (host: string, path: string): string =>
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    const refused = await raw(handshake(HOST, '/refuse'));
    expect(refused).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(refused).toContain('set-cookie: ws=1; Secure; SameSite=None; Partitioned');
    expect(refused).toContain('frame-ancestors http://instance.test');
    expect(await raw(handshake(`${OTHER}.plugins.test`, '/ws'))).toMatch(/^HTTP\/1\.1 404 [^]*route\.not_found/);
    expect(await raw(handshake(HOST, '/service/events'))).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe('a container that cannot answer', () => {
  const accepts = { 'accept-language': 'fa', accept: 'text/html,*/*' };

  it('is replaced by a plain page that reloads, in the language of the person', async () => {
    address = null;
    const response = await eventually(async () => {
      const answered = await page('/', { headers: accepts });
      return answered.status === 503 && answered;
    });
    expect(response.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    expect(response.headers['content-security-policy']).toMatch(/frame-ancestors http:\/\/instance\.test$/);
    expect(response.text).toContain('<html lang="fa" dir="rtl">');
    expect(response.text).toContain('این افزونه الان جواب نمی‌دهد');
    expect(statusAndCode(await page('/'))).toBe('503 service.unavailable');
  });

  it.each(['/hang', '/reset', '/nonsense', '/declared'])('gives 503 and Retry-After for %s', async (path) => {
    const response = await page(path);
    expect(statusAndCode(response)).toBe('503 service.unavailable');
    expect(response.headers['retry-after']).toBe('2');
    expect(response.json['params']).toEqual({ service: 'containers' });
  });

  it('gives 503 where nothing listens, and asks for the address again', async () => {
    const unused = await ContainerServer.start();
    address = unused.address;
    await unused.stop();
    await eventually(async () => statusAndCode(await page('/')) === '503 service.unavailable');
    address = container.address;
    expect((await page('/')).status).toBe(200);
  });

  it.each(['pending', 'suspended'] as const)('shows no page of an installation that is %s', async (next) => {
    await changeTo(next);
    const code = next === 'pending' ? '503 service.unavailable' : '403 installation.suspended';
    await eventually(async () => statusAndCode(await page('/')) === code);
  });
});

describe('the limits of a page', () => {
  it('refuse a body that is too large, announced or not', async () => {
    expect(statusAndCode(await page('/', { body: Buffer.alloc(MIB + 1) }))).toBe('413 request.too_large');
    const response = await upload(Buffer.alloc(2 * MIB));
    expect(response.statusCode).toBe(413);
    expect(await text(response)).toContain('request.too_large');
    expect((await page('/early', { method: 'POST', body: Buffer.alloc(MIB) })).text).toBe('too much for me');
  });

  it('cut a response that is too large off, and store none of one that is not read', async () => {
    const unread = await open('/large');
    let before = -1;
    await eventually(() => {
      const isStill = container.largeBytes === before && before > 0;
      before = container.largeBytes;
      return isStill;
    });
    expect(container.largeBytes).toBeLessThan(30 * MIB);
    let bytes = 0;
    unread.on('data', (chunk: Buffer) => (bytes += chunk.length));
    await new Promise((resolve) => unread.once('error', resolve));
    expect(bytes).toBeLessThanOrEqual(32 * MIB);
    await eventually(() => container.openLarge === 0);
  });

  it('allow an installation so many requests at a time', async () => {
    const streams = await Promise.all(Array.from({ length: 4 }, () => open('/events')));
    const response = await page('/');
    expect(statusAndCode(response)).toBe('429 rate.limited');
    expect(response.headers['retry-after']).toBe('1');
    for (const stream of streams) stream.destroy();
    await eventually(async () => (await page('/')).status === 200);
  });
});

describe('a host of the plugin domain', () => {
  it('reveals nothing about labels that no installation has, and is never answered by the service', async () => {
    const bodies: string[] = [];
    for (const host of [`${OTHER}.plugins.test`, 'short.plugins.test', `a.${HOST}`, `${HOST}.`])
      for (const path of ['/', '/health/live', '/instance/v1/me', '/sdk/bridge.js']) {
        const response = await page(path, { headers: { host } });
        expect(statusAndCode(response)).toBe('404 route.not_found');
        bodies.push(response.text.replace(/req_\w+/, ''));
      }
    expect(new Set(bodies).size).toBe(1);
  });

  it('does not forward what could mean another server', async () => {
    const count = container.received.length;
    const rest = 'Connection: close\r\n\r\n';
    const own = `Host: ${HOST}\r\n`;
    expect(await raw(`GET http://${HOST}/ HTTP/1.1\r\n${own}${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`GET / HTTP/1.1\r\n${own}Host: instance.test\r\n${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`OPTIONS * HTTP/1.1\r\n${own}${rest}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`TRACE / HTTP/1.1\r\n${own}${rest}`)).toMatch(/^HTTP\/1\.1 405 /);
    expect(await raw(`CONNECT ${container.address} HTTP/1.1\r\n${own}\r\n`)).not.toMatch(/ 200 /);
    const both = 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n';
    expect(await raw(`POST / HTTP/1.1\r\n${own}${both}${rest}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(statusAndCode(await page('/service/lifecycle', { method: 'POST', json: {} }))).toBe('404 route.not_found');
    expect(container.received.length).toBe(count);
  });

  it('leaves the service as it is: its routes, and requests that ask it for another protocol', async () => {
    const upgrade = { host: 'instance.test', connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' };
    expect((await page('/health/live', { headers: upgrade })).status).toBe(200);
    expect((await page('/health/live', { headers: { ...upgrade, upgrade: 'websocket' } })).status).toBe(200);
  });
});
