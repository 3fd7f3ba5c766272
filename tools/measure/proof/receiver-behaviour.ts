import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Behaviour } from './receiver-protocol.js';

const chunk = Buffer.alloc(64 * 1024, 0x20);
const hugeBytes = 100 * 1024 * 1024;
const dripEveryMs = 1_000;
/** 100 MiB of zeros in about 100 KiB. */
let bomb: Buffer | undefined;

/** Sends the response, or what takes its place. Returns the status, or 0 without a complete response. */
export function respondAs(behaviour: Behaviour | 'rejected', response: ServerResponse): number {
  switch (behaviour) {
    case 'ok':
      return complete(response, 200);
    case 'down':
      return complete(response, 503);
    case 'rejected':
      return complete(response, 401);
    case 'never':
      return 0;
    case 'reset':
      response.socket?.resetAndDestroy();
      return 0;
    case 'drip_headers':
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      drip(() => response.socket?.write('x: y\r\n'), response);
      return 0;
    case 'drip_body':
      response.writeHead(200, { 'content-length': 1_000_000 });
      drip(() => response.write(' '), response);
      return 0;
    case 'endless_body':
      pour(response.writeHead(200), Infinity);
      return 0;
    case 'huge_body':
      pour(response.writeHead(200, { 'content-length': hugeBytes }), hugeBytes);
      return 0;
    case 'gzip_bomb':
      bomb ??= gzipSync(Buffer.alloc(hugeBytes), { level: 9 });
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb);
      return 0;
    case 'many_headers':
      response.socket?.end(
        `HTTP/1.1 200 OK\r\n${Array.from({ length: 10_000 }, (_, n) => `x-${n}: ${'v'.repeat(100)}\r\n`).join('')}\r\n`,
      );
      return 0;
  }
}

function complete(response: ServerResponse, status: number): number {
  response.writeHead(status, { 'content-length': 0 }).end();
  return status;
}

function drip(send: () => unknown, response: ServerResponse): void {
  const timer = setInterval(
    () => (response.destroyed || response.socket === null ? clearInterval(timer) : send()),
    dripEveryMs,
  );
  response.on('close', () => clearInterval(timer));
}

/** Sends bytes as fast as the client reads. */
function pour(response: ServerResponse, bytes: number): void {
  let left = bytes;
  const next = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', next);
    }
    response.end();
  };
  next();
}
