import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import packet from 'dns-packet';
import { NameServer } from './name-server.client.js';

let server: NameServer;
let dropped = 0;
beforeAll(async () => {
  server = await NameServer.listen('127.0.0.1', {
    hosts: new Map([['api.acme.ir', '10.213.0.4']]),
    onUnknown: () => undefined,
    onDropped: () => (dropped += 1),
  });
});
afterAll(() => server.close());

const question = packet.streamEncode({ type: 'query', id: 7, questions: [{ type: 'A', name: 'api.acme.ir' }] });

describe('the name server of a container over UDP', () => {
  it('answers a flood of questions only in part, and counts the rest', async () => {
    const socket = createSocket('udp4');
    let answers = 0;
    socket.on('message', () => (answers += 1));
    const query = packet.encode({ type: 'query', id: 7, questions: [{ type: 'A', name: 'api.acme.ir' }] });
    await eventually(async () => {
      for (let sent = 0; sent < 100; sent += 1) socket.send(query, server.udpPort, '127.0.0.1');
      await new Promise((resolve) => setImmediate(resolve));
      return dropped > 0 && answers > 0;
    });
    socket.close();
  });
});

describe('the name server of a container over TCP', () => {
  it('answers several questions of one connection', async () => {
    const socket = connect(server.tcpPort, '127.0.0.1');
    socket.write(Buffer.concat([question, question]));
    let received = Buffer.alloc(0);
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received = Buffer.concat([received, chunk]);
      const first = received.length < 2 ? Infinity : 2 + received.readUInt16BE(0);
      if (received.length === 2 * first) break;
    }
    expect(packet.streamDecode(received).answers).toMatchObject([{ data: '10.213.0.4' }]);
  });

  it('closes the connection of a container that asks and never reads', async () => {
    const socket = connect(server.tcpPort, '127.0.0.1').pause();
    const closed = new Promise<string | undefined>((resolve) =>
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code)),
    );
    const questions = Buffer.concat(Array.from({ length: 1_000 }, () => question));
    // More than all buffers of the kernel between the two hold.
    for (let sent = 0; sent < 2_000 && !socket.destroyed; sent++)
      if (!socket.write(questions)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    expect(['ECONNRESET', 'EPIPE']).toContain(await closed);
  });
});
