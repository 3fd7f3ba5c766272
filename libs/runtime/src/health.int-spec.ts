import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { measure, registerCheck, registerSharedCheck, startHealthServer } from './index.js';

describe('the health server', () => {
  let server: Server;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
  };
  beforeAll(async () => {
    server = await startHealthServer({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('reports liveness as soon as it listens', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200, body: '{"status":"live"}' });
  });

  it('is ready when every check passes, and not when one of its own fails; the body names it', async () => {
    const removeFirst = registerCheck('nats', () => undefined);
    expect(await get('/health/ready')).toMatchObject({
      status: 200,
      body: '{"status":"ready","checks":{"nats":"ok"}}',
    });
    const removeShared = registerSharedCheck('streams', () => Promise.reject(new Error('missing')));
    expect(await get('/health/ready')).toMatchObject({
      status: 200,
      body: '{"status":"degraded","checks":{"nats":"ok","streams":"missing"}}',
    });
    removeShared();
    const removeSecond = registerCheck('postgres', async () =>
      Promise.reject(new Error('no connection\nat secret host')),
    );
    expect(await get('/health/ready')).toMatchObject({
      status: 503,
      body: '{"status":"not_ready","checks":{"nats":"ok","postgres":"no connection"}}',
    });
    removeFirst();
    removeSecond();
    expect((await get('/health/ready')).status).toBe(200);
  });

  it('reports no readiness while a check hangs', async () => {
    const remove = registerCheck('relay', () => new Promise(() => undefined));
    expect(await get('/health/ready')).toMatchObject({
      status: 503,
      body: expect.stringContaining('no answer within 1000 ms'),
    });
    remove();
  });

  it('runs each check at every scrape, and labels the part to which it belongs', async () => {
    const ready = async () =>
      (await get('/metrics')).body.split('\n').filter((line) => line.startsWith('kushk_ready{'));
    const removeOwn = registerCheck('clock', () => Promise.reject(new Error('an hour ahead')));
    const removeShared = registerSharedCheck('nats', () => undefined);
    expect(await ready()).toEqual([
      'kushk_ready{check="clock",part="own"} 0',
      'kushk_ready{check="nats",part="shared"} 1',
    ]);
    removeOwn();
    expect(await ready()).toEqual(['kushk_ready{check="nats",part="shared"} 1']);
    removeShared();
  });

  it('serves metrics in the Prometheus format', async () => {
    measure.requestHandled('cmd.wallet.hold.place', 'accepted', 3);
    const { status, type, body } = await get('/metrics');
    expect(status).toBe(200);
    expect(type).toContain('text/plain');
    expect(body).toContain('kushk_requests_handled_seconds_count{name="cmd.wallet.hold.place",outcome="accepted"} 1');
  });

  it('refuses a request that names several hosts', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });

  it('returns 404 on any other path', async () => {
    expect((await get('/')).status).toBe(404);
  });
});
