import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { apiClient, whenAvailable, type Api } from './api.js';

let server: Server;
let api: Api;
let statuses: number[];

beforeEach(async () => {
  statuses = [];
  server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' }).end('{"code":"busy"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  api = apiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('repeats a request while the service is unavailable', async () => {
  statuses = [503, 503, 200];
  expect(await whenAvailable(() => api.get('/store'))).toEqual({ code: 'busy' });
  expect(statuses).toEqual([]);
});

it('does not repeat a request that fails for another reason', async () => {
  statuses = [404, 200];
  await expect(whenAvailable(() => api.get('/store'))).rejects.toMatchObject({ status: 404 });
  expect(statuses).toEqual([200]);
});
