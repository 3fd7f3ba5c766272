import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import Fastify from 'fastify';
import { whenRequestEnds } from './request-end.js';

describe('what a request holds is released', () => {
  const server = Fastify();
  let released: string[];
  /** Ends the work of the route; null before it has begun. */
  let endWork: (() => void) | null;
  let port: number;

  beforeAll(async () => {
    server.decorateRequest('work', null);
    server.decorateRequest('endListeners', null);
    server.get('/', (request, reply) => {
      for (const name of ['body', 'replies']) whenRequestEnds(request, reply, () => released.push(name));
      request.work = new Promise<void>((resolve) => (endWork = resolve)).then(() => {
        request.work = null;
        if (!reply.raw.destroyed) void reply.send('done');
      });
    });
    const address = await server.listen({ host: '127.0.0.1', port: 0 });
    port = Number(new URL(address).port);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    released = [];
    endWork = null;
  });

  it('when the connection has the response', async () => {
    const response = fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    await eventually(() => endWork);
    expect(released).toEqual([]);
    endWork?.();
    expect((await response).status).toBe(200);
    await eventually(() => released.length === 2);
  });

  it('when the work has ended, for a client that has left before', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nhost: a.test\r\n\r\n');
    await eventually(() => endWork);
    socket.destroy();
    await eventually(async () => (await connectionsOf()) === 0);
    expect(released).toEqual([]);
    endWork?.();
    await eventually(() => released.length === 2);
  });

  function connectionsOf(): Promise<number> {
    return new Promise((resolve, reject) => {
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  }
});
