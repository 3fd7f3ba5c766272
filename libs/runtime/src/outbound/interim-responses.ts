/** Responses 100, which a server may send before the real one without being asked (RFC 9110, section 15.2). */
import type { Socket } from 'node:net';

const CONTINUE = Buffer.from('HTTP/1.1 100 ');
const END_OF_HEAD = '\r\n\r\n';
/** A longer head is passed on: the parser of the client refuses it. */
const MAX_HEAD_BYTES = 32 * 1024;

/**
 * Drops them from what is read from a socket, because undici ends the connection at a 100; it skips all other interim
 * responses itself. There is one request at a time on a connection.
 */
export function withoutContinue<S extends Socket>(socket: S): S {
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket);
  let isBeforeResponse = false;
  let held: Buffer | null = null;
  socket.write = ((...sent: Parameters<Socket['write']>) => {
    isBeforeResponse = true;
    return write(...sent);
  }) as Socket['write'];
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size) as Buffer | null; chunk !== null; chunk = read(size) as Buffer | null) {
      if (!isBeforeResponse) return chunk;
      held = afterContinue(held === null ? chunk : Buffer.concat([held, chunk]));
      if (mayContinue(held)) continue;
      isBeforeResponse = false;
      const response = held;
      held = null;
      return response;
    }
    return null;
  };
  return socket;
}

function afterContinue(bytes: Buffer): Buffer {
  let rest = bytes;
  while (rest.subarray(0, CONTINUE.length).equals(CONTINUE)) {
    const end = rest.indexOf(END_OF_HEAD);
    if (end === -1) return rest;
    rest = rest.subarray(end + END_OF_HEAD.length);
  }
  return rest;
}

/** Whether these may be the first bytes of another 100. */
function mayContinue(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, CONTINUE.length);
  return bytes.length <= MAX_HEAD_BYTES && bytes.subarray(0, length).equals(CONTINUE.subarray(0, length));
}
