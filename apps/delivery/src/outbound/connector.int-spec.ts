import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { guardedConnector, NameNotResolved, type ResolveName } from '@kushk/runtime/guarded-connector';
import type { DestinationPolicy } from '@kushk/runtime/destination';
import type { AttemptResult } from './attempt-result.js';
import { Sender } from './sender.client.js';

const production: DestinationPolicy = { production: true, ownAddresses: [] };
const development: DestinationPolicy = { production: false, ownAddresses: [] };

/** Listens on a blocked address and counts connections: a blocked request must not send a single packet. */
let canary: Server;
let port: number;
let connections: number;
const sockets = new Set<Socket>();

beforeEach(async () => {
  connections = 0;
  canary = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => canary.close(resolve));
});

async function post(
  url: string,
  policy: DestinationPolicy,
  { resolve, deadlineMs = 20_000 }: { readonly resolve: ResolveName; readonly deadlineMs?: number },
): Promise<AttemptResult> {
  const sender = new Sender(
    { deadlineMs, maxBodyBytes: 1_024, onOversize: 'truncate', connections: 1 },
    guardedConnector(policy, resolve),
  );
  try {
    return await sender.send({ url: new URL(url), headers: {}, body: Buffer.from('{}') });
  } finally {
    await sender.close();
  }
}
const toCanary: ResolveName = () => Promise.resolve(['127.0.0.1']);
const noAddress: ResolveName = () => Promise.reject(new NameNotResolved('no address'));

describe('the guarded connector', () => {
  it.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::ffff:127.0.0.1]',
    'http://127.0.0.1',
    'https://localhost',
  ])('blocks the URL %s in production, because it points to this machine', async (origin) => {
    expect(await post(`${origin}:${port}/service/events`, production, { resolve: toCanary })).toMatchObject({
      kind: 'failed',
      error: 'blocked',
    });
    expect(connections).toBe(0);
  });

  it('blocks a public name if any of its addresses is private', async () => {
    expect(await post(`https://plugin.example:${port}/`, production, { resolve: toCanary })).toMatchObject({
      error: 'blocked',
    });
    expect(
      await post(`https://plugin.example:${port}/`, production, {
        resolve: () => Promise.resolve(['8.8.8.8', '127.0.0.1']),
      }),
    ).toMatchObject({ error: 'blocked' });
    expect(connections).toBe(0);
  });

  it('connects to the address that was checked and looks up the name only once per connection', async () => {
    let lookups = 0;
    const changing: ResolveName = () => {
      lookups += 1;
      return Promise.resolve(lookups === 1 ? ['127.0.0.1'] : ['169.254.169.254']);
    };
    expect(await post(`http://plugin.localhost:${port}/`, development, { resolve: changing })).toMatchObject({
      kind: 'answered',
      status: 204,
    });
    expect([lookups, connections]).toEqual([1, 1]);
  });

  it('tries the next address when the first one does not accept the connection', async () => {
    expect(
      await post(`http://plugin.localhost:${port}/`, development, {
        resolve: () => Promise.resolve(['::1', '127.0.0.1']),
      }),
    ).toMatchObject({ kind: 'answered', status: 204 });
  });

  it('reports an unknown name as a dns failure and unresponsive name servers as a timeout', async () => {
    expect(await post('https://plugin.example/', production, { resolve: noAddress })).toMatchObject({
      kind: 'failed',
      error: 'dns',
    });
    const silent: ResolveName = () => new Promise(() => undefined);
    expect(await post('https://plugin.example/', production, { resolve: silent, deadlineMs: 200 })).toMatchObject({
      kind: 'failed',
      error: 'timeout',
    });
  });

  it('reports a closed port as a connect failure and a server without TLS as a tls failure', async () => {
    expect(await post('http://127.0.0.1:1/', development, { resolve: noAddress })).toMatchObject({
      kind: 'failed',
      error: 'connect',
    });
    const plain = await post(`https://127.0.0.1:${port}/`, development, { resolve: noAddress });
    expect(plain).toMatchObject({ kind: 'failed', error: 'tls' });
  });

  it('ignores proxy environment variables', async () => {
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      expect(await post(`http://127.0.0.1:${port}/`, development, { resolve: noAddress })).toMatchObject({
        kind: 'answered',
        status: 204,
      });
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
  });
});
