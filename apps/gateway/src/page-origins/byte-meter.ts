import { Transform } from 'node:stream';
import type { ByteRate } from './byte-rate.js';

/** One direction of a request had more bytes than it may have. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

export interface ByteMeter {
  readonly stream: Transform;
  /** The bytes that have come so far. */
  readonly bytes: () => number;
}

/** Passes bytes on, counts them, and makes their sender wait when its installation is over its rate. */
export function byteMeter({ maxBytes, rate }: { readonly maxBytes: number; readonly rate: ByteRate }): ByteMeter {
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(new TooManyBytes());
      const delayMs = rate.delayMs(chunk.length, performance.now());
      if (delayMs < 1) return done(null, chunk);
      timer = setTimeout(done, delayMs, null, chunk);
    },
    destroy: (error, done) => {
      clearTimeout(timer);
      done(error);
    },
  });
  return { stream, bytes: () => bytes };
}
