import { randomFillSync } from 'node:crypto';

/** Number of random bytes fetched at once: a fetch for each id would cost more than the id itself. */
const poolBytes = 16_384;
const bytesPerId = 16;
const pool = Buffer.alloc(poolBytes);
let used = poolBytes;

/** Returns the 16 random bytes of an id. They are valid until the caller returns to the event loop. */
export function randomBytesOfId(): Uint8Array {
  if (used + bytesPerId > poolBytes) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytesPerId;
  return pool.subarray(used - bytesPerId, used);
}
