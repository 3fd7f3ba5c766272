import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '@kushk/runtime';
import { PageHeadersClient } from './page-headers.client.js';

let server: Server;
let origin: string;
let requests: string[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'no credentials'}`);
    if (request.url === '/moved') response.writeHead(302, { location: '/page' }).end();
    else {
      response.writeHead(200, { 'content-security-policy': "frame-ancestors 'self'" });
      // The body never ends.
      response.write('<!doctype html>');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const clientIn = (environment: Config['environment']) => new PageHeadersClient({ environment } as Config);

describe('PageHeadersClient', () => {
  it('reads the headers of a page whose body never ends, and sends no credentials', async () => {
    expect(await clientIn('development').get(new URL(`${origin}/page?a=1`))).toEqual({
      kind: 'answered',
      status: 200,
      policy: "frame-ancestors 'self'",
    });
    expect(requests).toEqual(['GET /page?a=1 no credentials']);
  });

  it('does not follow a redirect', async () => {
    expect(await clientIn('development').get(new URL(`${origin}/moved`))).toMatchObject({ status: 302 });
    expect(requests).toHaveLength(1);
  });

  it('sends nothing to an address that is not public in production', async () => {
    expect(await clientIn('production').get(new URL(origin))).toEqual({ kind: 'failed', error: 'blocked' });
    expect(requests).toEqual([]);
  });

  it('reports a port that nobody listens on', async () => {
    expect(await clientIn('development').get(new URL('http://127.0.0.1:1/'))).toEqual({
      kind: 'failed',
      error: 'connect',
    });
  });
});
