import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { guardedConnector, NameUnknown, type Resolve } from './connector.handler.js';
import type { DestinationPolicy } from './destination.js';
import type { Exchange } from './exchange.js';
import { Sender } from './sender.handler.js';

const production: DestinationPolicy = { production: true, ownAddresses: [] };
const development: DestinationPolicy = { production: false, ownAddresses: [] };

/** Stands where a forbidden address would be, and must never see a packet of a refused call. */
let canary: Server;
let port: number;
let touched: number;
const sockets = new Set<Socket>();

beforeEach(async () => {
  touched = 0;
  canary = createServer((socket) => {
    touched += 1;
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

async function post(url: string, policy: DestinationPolicy, resolve: Resolve, deadlineMs = 1_000): Promise<Exchange> {
  const sender = new Sender(
    { deadlineMs, maxBodyBytes: 1_024, overlong: 'cut', connections: 1 },
    guardedConnector(policy, resolve),
  );
  try {
    return await sender.send({ url: new URL(url), headers: {}, body: Buffer.from('{}') });
  } finally {
    await sender.close();
  }
}
const toCanary: Resolve = () => Promise.resolve(['127.0.0.1']);
const nobody: Resolve = () => Promise.reject(new NameUnknown('nobody'));

describe('the gate in the connection', () => {
  it.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::ffff:127.0.0.1]',
    'http://127.0.0.1',
    'https://localhost',
  ])('lets nothing through to %s in production, though undici looks no literal address up', async (origin) => {
    expect(await post(`${origin}:${port}/service/events`, production, toCanary)).toMatchObject({
      kind: 'failed',
      error: 'blocked',
    });
    expect(touched).toBe(0);
  });

  it('lets nothing through to a public name with an address inside, or with one of two inside', async () => {
    expect(await post(`https://plugin.example:${port}/`, production, toCanary)).toMatchObject({ error: 'blocked' });
    expect(
      await post(`https://plugin.example:${port}/`, production, () => Promise.resolve(['8.8.8.8', '127.0.0.1'])),
    ).toMatchObject({ error: 'blocked' });
    expect(touched).toBe(0);
  });

  it('connects to the address that was judged, and asks the name servers once per connection', async () => {
    let asked = 0;
    const flipping: Resolve = () => {
      asked += 1;
      return Promise.resolve(asked === 1 ? ['127.0.0.1'] : ['169.254.169.254']);
    };
    expect(await post(`http://plugin.localhost:${port}/`, development, flipping)).toMatchObject({
      kind: 'answered',
      status: 204,
    });
    expect([asked, touched]).toEqual([1, 1]);
  });

  it('takes the next address where the first does not answer', async () => {
    expect(
      await post(`http://plugin.localhost:${port}/`, development, () => Promise.resolve(['::1', '127.0.0.1'])),
    ).toMatchObject({ kind: 'answered', status: 204 });
  });

  it('says that the name is unknown, and keeps its deadline when the name servers are silent', async () => {
    expect(await post('https://plugin.example/', production, nobody)).toMatchObject({ kind: 'failed', error: 'dns' });
    const silent = await post('https://plugin.example/', production, () => new Promise(() => undefined), 200);
    expect(silent).toMatchObject({ kind: 'failed', error: 'timeout' });
    expect(silent.durationMs).toBeLessThan(400);
  });

  it('says that nobody listens, and that there is no TLS', async () => {
    expect(await post('http://127.0.0.1:1/', development, nobody)).toMatchObject({ kind: 'failed', error: 'connect' });
    const plain = await post(`https://127.0.0.1:${port}/`, development, nobody);
    expect(plain).toMatchObject({ kind: 'failed', error: 'tls' });
  });

  it('pays no heed to proxy variables', async () => {
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = 'http://127.0.0.1:1';
    try {
      expect(await post(`http://127.0.0.1:${port}/`, development, nobody)).toMatchObject({
        kind: 'answered',
        status: 204,
      });
    } finally {
      delete process.env['HTTP_PROXY'];
      delete process.env['http_proxy'];
    }
  });
});
