import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { guardedConnector } from '@kushk/runtime/guarded-connector';
import { Sender } from './sender.client.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\nHTTP/1.1 100 body';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** The outcomes of two requests on one connection to a server that answers each with these pieces. */
async function outcomesOf(pieces: readonly string[]) {
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    socket.on('data', (request) => {
      if (!request.toString().includes('\r\n\r\n')) return;
      void (async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await pause(5);
        }
      })();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sender = new Sender(
    { deadlineMs: 20_000, maxBodyBytes: 1_000, onOversize: 'fail', connections: 1 },
    guardedConnector({ production: false, ownAddresses: [] }, () => Promise.resolve(['127.0.0.1'])),
  );
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  try {
    const results = [];
    for (let count = 0; count < 2; count += 1)
      results.push(await sender.send({ url, headers: {}, body: Buffer.from('{}') }));
    return results.map((result) => (result.kind === 'answered' ? [result.status, String(result.body)] : result.error));
  } finally {
    await sender.close();
    server.close();
  }
}

describe('interim responses of a plugin', () => {
  it.each<[what: string, pieces: readonly string[]]>([
    ['none', [OK]],
    ['a 100', [CONTINUE + OK]],
    ['a 100 before the rest', [CONTINUE, OK]],
    ['several of them', [CONTINUE, CONTINUE + CONTINUE, OK]],
    ['a 100 with headers, in pieces', ['HTT', 'P/1.1 10', '0 Continue\r\nServer: x\r', '\n\r\nHTTP/1.1', OK.slice(8)]],
    [
      'early hints and processing',
      ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n', OK],
    ],
  ])('are skipped: %s', async (_what, pieces) => {
    expect(await outcomesOf(pieces)).toEqual([
      [200, 'HTTP/1.1 100 body'],
      [200, 'HTTP/1.1 100 body'],
    ]);
  });
});
